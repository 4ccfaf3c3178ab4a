/**
 * The language in which the person of an appointment `a` is written to at its holder, as it was last said; null leaves it to
 * the holder. It stands with the holder's entry of the person, so that all of their appointments follow it at once.
 */
export function rememberedLocaleSql(row: string): string {
  return `(select e.locale from holder_recipient e where e.platform_holder_id = ${row}.platform_holder_id and e.id = ${row}.holder_recipient_id)`
}
