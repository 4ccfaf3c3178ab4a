import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { readSecret } from '#/app/starting/database.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { findByContact } from '#/app/operator/recipients/find.ts'
import {
  link,
  listUnlinked,
  unlinkOfEntry,
  unlinkOfProfile,
  unlock,
  type Pools,
} from '#/app/operator/recipients/recipient.ts'
import { parseEmail } from '#/app/operator/holders/staff.ts'
import { deriveKeys, type DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { isId } from '#/kernel/ids.ts'
import { isPhoneE164 } from '#/kernel/text/phone-number.ts'
import { command, print, remark, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { askingCommand, confirm, type AskingFlags } from '#/main/terminal/confirm.ts'
import { asOperator } from '#/main/operator-session.ts'
import { readContact } from '#/main/read-contact.ts'

type EntryId = { readonly platformHolderId: string; readonly holderRecipientId: string }

/** `tijdig recipient`: says who somebody is who proved a number. Nothing else ever links anybody. */
export function recipientCommand(): Command {
  const profile = () => new Option('--profile <id>', 'sign-in profile').argParser(parseId)
  const entry = () =>
    new Option('--entry <holder/recipient>', 'a holder’s entry of the person; may be repeated').argParser(parseEntry)
  return new Command('recipient')
    .description('recipients: find, pending, link, unlink, unlock')
    .addCommand(
      command('find', 'show whose entries have the number or address that is read from standard input').action(find),
    )
    .addCommand(
      command('pending', 'show who waits to be linked, and entries that have a contact of a linked person')
        .alias('list-unlinked')
        .addOption(
          new Option('--limit <count>', 'profiles to show at most').argParser(parseCount).default(defaultLimit),
        )
        .addOption(new Option('--after <profile>', 'go on after this profile').argParser(parseId))
        .action(list),
    )
    .addCommand(
      command('link', 'join a profile and entries to one recipient, once you know who it is')
        .addOption(profile().makeOptionMandatory())
        .addOption(entry())
        .addOption(new Option('--recipient <id>', 'an existing recipient; default: a new one').argParser(parseId))
        .option('--name <name>', 'name of a new recipient; default: as the first entry has it')
        .option('--email <address>', 'an e-mail address you checked to be theirs; default: leave it as it is')
        .action(join),
    )
    .addCommand(
      askingCommand('unlink', 'end the link of a profile or of entries; it is refused from the next request on')
        .addOption(profile())
        .addOption(entry())
        .action(part),
    )
    .addCommand(
      command('unlock', 'let the codes of a number have six digits again after too many wrong ones')
        .addArgument(new Argument('<number>', 'in E.164').argParser(parseNumber))
        .action(open),
    )
}

async function find(flags: OutputFlags): Promise<void> {
  const contact = await readContact()
  const entries = await asOperator(async ({ pool, settings }) =>
    findByContact(pool, deriveKeys(await readSecret(settings)), contact),
  )
  print(flags, { entries }, () =>
    entries.length === 0
      ? 'No entry has this number or address: look at how it is written.'
      : table(
          ['entry', 'holder', 'name', 'linked to', 'no messages by'],
          entries.map((one) => [
            idOf(one),
            one.holderDisplayName,
            one.displayName,
            one.linkedTo,
            one.optedOut.join(', ') || null,
          ]),
        ),
  )
}

/** As `parseEntry` reads it. */
function idOf({ platformHolderId, holderRecipientId }: EntryId): string {
  return `${platformHolderId}/${holderRecipientId}`
}

/** Profiles that `pending` shows by default. */
const defaultLimit = 100
/** Profiles between two remarks on progress. */
const remarkEvery = 10_000

async function list(flags: OutputFlags & { readonly limit: number; readonly after?: string }): Promise<void> {
  const onProgress = (looked: number) => {
    if (looked > 0 && looked % remarkEvery === 0) remark(flags, `Looked at ${looked} profiles.`)
  }
  const page = await withPools((pools, keys) =>
    listUnlinked(pools, keys, { limit: flags.limit, after: flags.after ?? null, onProgress }),
  )
  const { profiles, nextAfter } = page
  print(flags, page, () =>
    profiles.length === 0
      ? 'No sign-in profile waits to be linked, and nobody linked has an entry that is not.'
      : table(
          ['profile', 'number', 'since', 'is recipient', 'entry', 'holder', 'name', 'linked to'],
          profiles.flatMap(({ profileId, phoneNumberE164, createdAt, recipientId, candidates }) =>
            (candidates.length === 0 ? [null] : candidates).map((entry) => [
              profileId,
              phoneNumberE164,
              createdAt,
              recipientId,
              entry && idOf(entry),
              entry && entry.holderDisplayName,
              entry && entry.displayName,
              entry && entry.linkedTo,
            ]),
          ),
        ),
  )
  if (profiles.length > 0) remark(flags, 'The same number or address proves nothing: ask who it is before you link.')
  if (nextAfter !== null) remark(flags, `There are more: --after ${nextAfter}`)
}

type JoinFlags = OutputFlags & {
  readonly profile: string
  readonly entry?: readonly EntryId[]
  readonly recipient?: string
  readonly name?: string
  readonly email?: string
}

async function join(flags: JoinFlags): Promise<void> {
  const { profile: profileId, entry: entries = [], recipient: recipientId = null, name: displayName = null } = flags
  const email = flags.email === undefined ? null : parseEmail(flags.email)
  const order = { profileId, entries, recipientId, displayName, email }
  const linked = await withPools((pools, keys) => link(pools, keys, order))
  print(
    flags,
    linked,
    () =>
      `${linked.displayName} (${linked.recipientId}) is linked: the profile, and ${entries.length} entries of holders.`,
  )
}

async function part(
  flags: AskingFlags & { readonly profile?: string; readonly entry?: readonly EntryId[] },
): Promise<void> {
  const { profile, entry: entries = [] } = flags
  if (profile === undefined && entries.length === 0)
    throw new OperatorError('Say what to unlink: --profile ID, --entry HOLDER/RECIPIENT, or both.')
  const whom = [...(profile === undefined ? [] : [`profile ${profile}`]), ...entries.map((one) => `entry ${idOf(one)}`)]
  const unlinked = await withPools(async (pools) => {
    await confirm(flags, `This unlinks ${whom.join(', ')}, and revokes the API keys of that person.`)
    const done = profile === undefined ? [] : [await unlinkOfProfile(pools, profile)]
    for (const entry of entries) done.push(await unlinkOfEntry(pools, entry))
    return done
  })
  const revokedKeys = unlinked.reduce((sum, one) => sum + one.revokedKeys, 0)
  const superseded = unlinked.reduce((sum, one) => sum + one.supersededRequests, 0)
  print(
    flags,
    { unlinked },
    () => `Unlinked: ${unlinked.length}. API keys revoked: ${revokedKeys}. Open requests superseded: ${superseded}.`,
  )
}

async function open(phoneNumberE164: string, flags: OutputFlags): Promise<void> {
  const forgotten = await withPools((pools, keys) => unlock(pools, keys, phoneNumberE164))
  print(flags, { forgotten }, () => `Wrong codes forgotten: ${forgotten}.`)
}

/** Works on the main and the sign-in database, which may be the same one. */
function withPools<T>(work: (pools: Pools, keys: DerivedKeys) => Promise<T>): Promise<T> {
  return asOperator(async ({ pool: operator, databaseUrl, settings }) => {
    const login = openPool({
      databaseUrl: settings.loginDatabaseUrl ?? databaseUrl,
      role: 'tijdig_login',
      size: 1,
      onIdleError: () => undefined,
    })
    try {
      return await work({ operator, login }, deriveKeys(await readSecret(settings)))
    } finally {
      await login.end()
    }
  })
}

function parseId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It is an id, as `tijdig recipient pending` shows it.')
  return text
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is a number from 1.')
  return Number(text)
}

function parseEntry(text: string, earlier: readonly EntryId[] = []): EntryId[] {
  const [platformHolderId = '', holderRecipientId = '', ...rest] = text.split('/')
  if (!isId(platformHolderId) || !isId(holderRecipientId) || rest.length > 0)
    throw new InvalidArgumentError('It is two ids with a slash between, as `tijdig recipient pending` shows it.')
  return [...earlier, { platformHolderId, holderRecipientId }]
}

function parseNumber(text: string): string {
  if (!isPhoneE164(text)) throw new InvalidArgumentError('It is a number such as +31612345678.')
  return text
}
