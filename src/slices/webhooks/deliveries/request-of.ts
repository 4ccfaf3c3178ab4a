/**
 * What is sent of a message, as staff may see it: without the signature.
 *
 * @param at when it was last sent; null before that
 */
export function requestOf(url: string, message: { readonly id: string }, at: Temporal.Instant | null) {
  return {
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Tijdig-Webhooks',
      'webhook-id': message.id,
      ...(at === null ? {} : { 'webhook-timestamp': String(Math.floor(at.epochMilliseconds / 1_000)) }),
    },
    body: JSON.stringify(message),
  }
}
