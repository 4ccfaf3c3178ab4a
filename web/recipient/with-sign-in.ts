/** Loads a part in which people type along with the sign-in screen, which may no longer be served when it is needed. */
export async function withSignIn<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), import('./shell/sign-in-screen.tsx')])
  return part
}
