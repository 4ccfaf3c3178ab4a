import { queryOptions } from '@tanstack/react-query'
import type { Calls } from '#/app/operations.ts'
import type { batchRoutes } from './batch-routes.ts'
import type { developerRoutes } from './developer-routes.ts'
import type { holderRoutes } from './holder-routes.ts'
import { request } from './request.ts'
import { routes } from './routes.ts'

/** Ids of the API's operations. Their types follow from the definitions; generated files have their methods and paths. */
export type OperationId = keyof Calls &
  (keyof typeof routes | keyof typeof holderRoutes | keyof typeof developerRoutes | keyof typeof batchRoutes)

const known: Partial<Record<OperationId, string>> = { ...routes }

/** Makes operations of an organization callable, which only the portal and the demo load. */
export function addRoutes(routes: typeof holderRoutes | typeof developerRoutes | typeof batchRoutes): void {
  Object.assign(known, routes)
}

/** Input of an operation, without the parts that are empty. */
export type InputOf<Id extends OperationId> = Part<'params', Calls[Id]['params']> &
  Part<'query', Calls[Id]['query']> &
  Body<Calls[Id]['body']>

/** `data` of its answer. */
export type DataOf<Id extends OperationId> = Calls[Id]['data']

export type BodyOf<Id extends OperationId> = Calls[Id]['body']

/** One item of the list it answers. */
export type ItemOf<Id extends OperationId> = DataOf<Id> extends { items: readonly (infer Item)[] } ? Item : never

type Part<Name extends string, T> = keyof T extends never
  ? unknown
  : Partial<T> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T }
type Body<T> = unknown extends T ? unknown : { readonly body: T }

/**
 * Calls an operation once, never retried. A change that may be repeated has a `clientRequestId`, made once per intent.
 *
 * @throws ApiError or ConnectionError
 */
export async function call<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  signal?: AbortSignal,
): Promise<DataOf<Id>> {
  return (await send(id, input, { signal })) as DataOf<Id>
}

/** The same for a tool of the voice agent: the server then refuses what only a person may do. */
export async function callForAgent<Id extends OperationId>(
  agentTool: string,
  id: Id,
  input: InputOf<Id>,
): Promise<DataOf<Id>> {
  return (await send(id, input, { agentTool })) as DataOf<Id>
}

/** A read that a page makes by itself every few seconds, which keeps no session alive. */
export async function poll<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  signal?: AbortSignal,
): Promise<DataOf<Id>> {
  return (await send(id, input, { signal, isInBackground: true })) as DataOf<Id>
}

/** A call that is sent also when the page is being left. */
export async function callLeaving<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<DataOf<Id>> {
  return (await send(id, input, { outlivesPage: true })) as DataOf<Id>
}

type How = {
  readonly signal?: AbortSignal
  readonly agentTool?: string
  readonly outlivesPage?: boolean
  readonly isInBackground?: boolean
}

function send(id: OperationId, input: unknown, how: How): Promise<unknown> {
  const [method = '', path] = known[id]?.split(' ') ?? []
  if (path === undefined) throw new Error(`This app has not been told where ${id} is.`)
  const { params = {}, query = {}, body } = input as Parts
  return request(method, `/api/v1${filled(path, params)}${search(query)}`, { body, ...how })
}

/** A read for `useQuery`, `useSuspenseQuery` and loaders. Its key begins with the operation's id, for invalidation. */
export function read<Id extends OperationId>(id: Id, input: InputOf<Id>) {
  return queryOptions<DataOf<Id>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, signal),
  })
}

type Parts = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function search(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
