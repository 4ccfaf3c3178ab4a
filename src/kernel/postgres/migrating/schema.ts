/** One schema with migrations of its own: where their files lie and which table says what was applied. */
export type Schema = {
  readonly folder: URL
  readonly prefix: string
  readonly table: string
  readonly creates: string
  /** The variable that names its database. */
  readonly variable: string
  /** The last migration before the baseline, and a hash of the names and checksums of all of them. */
  readonly beforeBaseline: { readonly last: string; readonly sha256: string }
}

export const main: Schema = {
  folder: new URL('../../../../migrations/', import.meta.url),
  prefix: '',
  table: 'public.schema_migration',
  creates: '',
  variable: 'DATABASE_URL',
  beforeBaseline: {
    last: '0101_saved_views.sql',
    sha256: '748d4e36f2b872bf7dd7a6421a8bd38b47ca3f1eea31cdbd80fd69fcd849c281',
  },
}

/** The recipients' sign-in: in the same database, or in one of its own. */
export const login: Schema = {
  folder: new URL('../../../../migrations/login/', import.meta.url),
  prefix: 'login/',
  table: 'login.schema_migration',
  creates: 'create schema if not exists login;',
  variable: 'TIJDIG_LOGIN_DATABASE_URL',
  beforeBaseline: {
    last: 'login/0005_link_message.sql',
    sha256: '4d1c5af8187384a682716efb446c1374088cf1e5df60378f319d27f4ce4250d3',
  },
}
