import type { AnyRouter, RouteComponent } from '@tanstack/react-router'

/** Loads the code of a page ahead, and none of its data. */
export function loadCode(router: AnyRouter, pathname: string): void {
  const [routes] = router.getMatchedRoutes(pathname)
  for (const { options } of routes) void (options.component as RouteComponent | undefined)?.preload?.()
}

/**
 * Does so for a link as soon as somebody points at it. Not by the router's own preloading, which runs loaders: what is read
 * about a person counts as seen, and goes into the audit trail, only when somebody opens it.
 */
export function loadCodeOfLinks(router: AnyRouter): void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === location.origin) loadCode(router, link.pathname)
  }
  for (const kind of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(kind, onIntent, { passive: true })
}
