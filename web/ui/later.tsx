import { lazy, Suspense, type ComponentType } from 'react'
import { part } from '#web/api/part.ts'

const stoodForMs = 20_000

/**
 * A component that is seen late, if ever, such as the question whether to stay signed in. Its code comes when it is shown,
 * or once the page has stood for a while: so that it is there when the connection is not.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = () => part(load)
  // What does not come then is asked for again when it is shown, which tells of it.
  setTimeout(() => void code().catch(() => undefined), stoodForMs)
  const Component = lazy(async () => ({ default: await code() }))
  return function Later(props: Props) {
    return (
      <Suspense>
        <Component {...props} />
      </Suspense>
    )
  }
}
