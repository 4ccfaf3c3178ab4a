/** Loads a part of the app in which people type, with what signs them in again above it: later that may not be there any more. */
export async function withSignIn<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), import('./shell/sign-in-screen.tsx')])
  return part
}
