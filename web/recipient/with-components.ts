import { currentLocale } from '#web/ui/i18n.tsx'

/**
 * Loads a part of the app that is made of the component library, with that library's words: most visits need neither. Here people type, so
 * what signs them in again above it comes along: later it may not be there any more.
 */
export async function withComponents<T>(load: () => Promise<T>): Promise<T> {
  const { startComponents } = await import('#web/ui/component-strings.ts')
  const [part] = await Promise.all([load(), startComponents(currentLocale()), import('./shell/sign-in-screen.tsx')])
  return part
}
