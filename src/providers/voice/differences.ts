/** One setting that is not as it must be; `is` and `mustBe` are JSON values. */
export type Difference = { readonly path: string; readonly is: unknown; readonly mustBe: unknown }

/**
 * Where JSON differs from what it must be. Only what `mustBe` names is compared; what is empty there (null, an empty
 * list or object) must be empty or absent. The order of a list of strings is ignored.
 */
export function differences(is: unknown, mustBe: unknown, path = ''): Difference[] {
  if (isRecord(mustBe) && Object.keys(mustBe).length > 0) {
    const actual = isRecord(is) ? is : {}
    return Object.entries(mustBe).flatMap(([key, value]) =>
      differences(actual[key], value, path === '' ? key : `${path}.${key}`),
    )
  }
  const isSame = isEmpty(mustBe) ? isEmpty(is) : comparable(is) === comparable(mustBe)
  return isSame ? [] : [{ path, is: is ?? null, mustBe }]
}

/** Some vendors send an object of nulls where nothing is set. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.values(value).every(isEmpty)
}

function comparable(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : (value ?? null))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
