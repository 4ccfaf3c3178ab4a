import { Type, type Static, type TSchema } from 'typebox'
import type { RecipientCtx } from './context.ts'
import type { HolderTx, Statement } from '#/kernel/postgres/db.ts'
import type { Page } from '#/kernel/postgres/erasing.ts'

/**
 * What the owner of a table declares, in `privacy.ts` beside its store, because the database cannot say it: who else reads
 * it, which columns are personal, how long rows are kept, how a person is erased and how they get a copy. Maintenance,
 * erasure and copy are loops over these declarations; a test checks them against the database, and the register in
 * docs/privacy.md is generated from them. Types, policies and grants are the database's to say (docs/schema.sql).
 */
export type TablePrivacy = PersonalTable | ImpersonalTable

/** All tables, in the order of an erasure; those of the sign-in may lie in a database of their own. */
export type Privacy = { readonly main: readonly TablePrivacy[]; readonly login: readonly TablePrivacy[] }

type Table = {
  readonly table: string
  /** Slices that read it in their own SQL, beside what its owner lends. Stands right after the name: `npm run check` reads it there. */
  readonly readers?: readonly string[]
  /** No row belongs to a platform holder, so that row-level security keeps none from another. */
  readonly isOfNoHolder?: true
}

/** A table whose rows can be about a person. */
export type PersonalTable = Table & {
  readonly fields: Fields
  readonly retention: Retention
  readonly erasure: Erasure
  readonly copy: Copy
}

/** A table whose rows are never about a person. */
export type ImpersonalTable = Table & {
  readonly fields: Pick<Fields, 'other'>
  /** What it holds instead. */
  readonly holds: string
  /** Rows that maintenance deletes all the same, a page at a time. */
  readonly pages?: readonly Page[]
}

/** Columns of text, JSON or bytes, but for those the database restricts to a list of words. */
export type Fields = {
  readonly personal?: readonly string[]
  /** Pseudonyms and hashes, and what is encrypted. */
  readonly pseudonyms?: readonly string[]
  /** What says nothing of a person. */
  readonly other?: readonly string[]
}

type Endings = {
  /** Erased by maintenance, a page at a time. */
  readonly pages: readonly Page[]
  /** The same in the sign-in datastore, which lacks the product's clock: $1 is now. */
  readonly pagesByClock: readonly Page[]
  /** Deletes what belongs to appointments past their term: $1 their holders and $2 their ids, in pairs. */
  readonly withAppointments: readonly Statement<unknown>[]
}

/** Until when something is kept, and what ends it. */
export type Retention = {
  /** In words, for the register. */
  readonly until: string
} & (
  | Partial<Endings>
  | {
      /** What ends it, when no term does. */
      readonly endedBy: string
    }
)

/** How a recipient is erased, or why not. All but `ofProfiles` runs as tijdig_operator, in one transaction. */
export type Erasure =
  | {
      /** For the entries by which holders know the person: $1 the holders and $2 the entries, in pairs. These come first. */
      readonly ofEntries?: readonly Statement<unknown>[]
      /** For the recipient, $1. */
      readonly ofRecipient?: readonly Statement<unknown>[]
      /** For the person's numbers and addresses: $1 their contact keys in hex, $2 the one holder it is about, or null for all. */
      readonly ofContacts?: readonly Statement<unknown>[]
      /** For the person's sign-in profiles, $1, in their datastore. */
      readonly ofProfiles?: readonly Statement<unknown>[]
      /** Personal columns that stay, and why. */
      readonly leaves?: Readonly<Record<string, string>>
    }
  | {
      /** Why an erasure leaves this table alone. */
      readonly none: string
    }

/** The part of a recipient's copy that shows it, or why none does. */
export type Copy =
  | {
      readonly part: CopyPart
      /** Personal columns that are not in it, and why. */
      readonly leaves?: Readonly<Record<string, string>>
    }
  | {
      /** Why it is in no copy. */
      readonly none: string
    }

/** A recipient who asks for a copy of their data. */
export type CopyAsked = {
  readonly ctx: RecipientCtx
  /** Keys of the contacts an operator verified as the recipient's own. */
  readonly ownKeys: { readonly sms: Buffer | null; readonly email: Buffer | null }
}

/** A part of a recipient's copy of their data. */
export type CopyPart<S extends TSchema = TSchema> = {
  /** What it is called in the copy. */
  readonly name: string
  readonly schema: S
  /** The statements that read it. */
  readonly reads: readonly Statement<unknown>[]
  /** Reads what the id of the recipient finds. */
  readonly read: (asked: CopyAsked) => Promise<Static<S>>
  /** Reads more items, in a transaction bound to one of the holders that know the recipient. */
  readonly readAtHolder?: (asked: CopyAsked, tx: HolderTx) => Promise<Static<S>>
}

/** One of a list of words, in a part of a copy. */
export const word = Type.String({ maxLength: 80 })

/** Defines a part once; its name and schema give the whole copy its type. */
export function copyPart<Name extends string, S extends TSchema>(
  part: CopyPart<S> & { readonly name: Name },
): CopyPart<S> & { readonly name: Name } {
  return part
}

/** The statements that end rows of these tables in one way, in the order of the tables. */
export function endings<Way extends keyof Endings>(tables: readonly TablePrivacy[], way: Way): Endings[Way][number][] {
  return tables.flatMap((table): readonly Endings[Way][number][] => {
    const ended: Partial<Endings> = 'holds' in table ? table : 'endedBy' in table.retention ? {} : table.retention
    return ended[way] ?? []
  })
}

type About = 'ofEntries' | 'ofRecipient' | 'ofContacts' | 'ofProfiles'

/** The statements that erase a person found in one way, in the order of the tables and each once. */
export function erasures(tables: readonly TablePrivacy[], about: About): readonly Statement<unknown>[] {
  const all = tables.flatMap((table) => {
    if (!('erasure' in table) || 'none' in table.erasure) return []
    return table.erasure[about] ?? []
  })
  return [...new Set(all)]
}

/** The names of those tables that have personal columns an erasure empties. */
export function erasedTables(tables: readonly TablePrivacy[]): string[] {
  const erased = tables.filter(
    (one) => 'erasure' in one && !('none' in one.erasure) && one.fields.personal !== undefined,
  )
  return erased.map(({ table }) => table)
}

/** Most rows of one kind in a copy, which has the newest: bounds what one request reads. */
export const mostCopied = 10_000
