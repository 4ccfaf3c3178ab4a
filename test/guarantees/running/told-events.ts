import assert from 'node:assert/strict'
import { Client } from '#/kernel/postgres/db.ts'
import { events } from '#/app/events.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import type { TestHolder, TestProduct } from '../../harness.ts'

/** An event as it is stored. */
export type Stored = {
  readonly type: string
  readonly subjectType: string
  readonly subjectId: string | null
  readonly subjectVersion: number | null
  readonly data: Readonly<Record<string, unknown>>
}

/** Has a holder's events written from now on. */
export async function listen(product: Pick<TestProduct, 'operator'>, holder: Pick<TestHolder, 'id'>): Promise<void> {
  await product.operator.query('insert into event_stream (platform_holder_id) values ($1) on conflict do nothing', [
    holder.id,
  ])
}

/** All events of a holder in the order of their ids, each checked against its type. */
export async function eventsOf(
  { operator }: Pick<TestProduct, 'operator'>,
  holder: Pick<TestHolder, 'id'>,
): Promise<Stored[]> {
  const { rows } = await operator.query<Stored & { schemaVersion: number }>(
    `select type, schema_version, subject_type, subject_id, subject_version, data from event
     where platform_holder_id = $1 order by id`,
    [holder.id],
  )
  for (const row of rows) {
    const contract = events.find((one) => one.contract.type === row.type)?.contract
    assert.ok(contract, `${row.type} is no type of event`)
    assert.deepEqual([row.subjectType, row.schemaVersion], [contract.subject, contract.schemaVersion])
    const isValid = ajv.compile(contract.data)
    assert.ok(isValid(row.data), `${row.type}: ${JSON.stringify(row.data)} ${JSON.stringify(isValid.errors)}`)
  }
  return rows
}

/**
 * Has the database itself note what reminders become, whoever changes them: what is told is compared with it.
 *
 * @returns what was noted of a holder, as types of events
 */
export async function noteReminders(databaseUrl: string): Promise<{
  notedOf(holder: Pick<TestHolder, 'id'>): Promise<string[]>
  close(): Promise<void>
}> {
  const owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(`
    create table noted_in_test (holder uuid, id uuid, state text);
    create function note_in_test() returns trigger language plpgsql security definer as $$
    begin
      insert into noted_in_test values (new.platform_holder_id, new.id, new.state);
      return null;
    end $$;
    create trigger noted_in_test_added after insert on reminder for each row execute function note_in_test();
    create trigger noted_in_test_changed after update on reminder for each row
      when (old.state is distinct from new.state) execute function note_in_test()`)
  return {
    async notedOf(holder) {
      const { rows } = await owner.query<{ noted: string }>(
        `select id || ' reminder.' || case state when 'undelivered' then 'failed' else state end as noted
         from noted_in_test
         where holder = $1 and state in ('sent', 'delivered', 'failed', 'undelivered', 'suppressed', 'expired', 'unknown')
         order by 1`,
        [holder.id],
      )
      return rows.map(({ noted }) => noted)
    },
    close: () => owner.end(),
  }
}
