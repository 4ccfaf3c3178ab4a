import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanne, startWeb } from '../world.ts'

const web = startWeb()

type Converter = { full(samples: Float32Array): Float32Array }
type Scope = { LibSampleRate?: { create(channels: number, from: number, to: number): Promise<Converter> } }

test('the converter keeps a tone as it is, at another rate and however it is cut up', async () => {
  await import(new URL('../../../web/portal/voice/talk/resampler.js', import.meta.url).href)
  const { LibSampleRate } = globalThis as Scope
  assert.ok(LibSampleRate)
  const toneAt = (rate: number) =>
    Float32Array.from({ length: rate }, (_, at) => Math.sin((at / rate) * 440 * 2 * Math.PI))
  for (const [from, to] of [
    [48_000, 16_000],
    [44_100, 16_000],
    [16_000, 48_000],
  ] as const) {
    const converter = await LibSampleRate.create(1, from, to)
    const heard: number[] = []
    for (let at = 0; at < from; at += 128) heard.push(...converter.full(toneAt(from).subarray(at, at + 128)))
    assert.ok(Math.abs(heard.length - to) <= 3, `${heard.length} samples of ${to}`)
    const wanted = toneAt(to)
    const shifts = Array.from({ length: 7 }, (_, shift) => shift - 3)
    const difference = (shift: number) =>
      Math.max(...heard.slice(10, -10).map((value, at) => Math.abs(value - (wanted[at + 10 + shift] ?? 0))))
    assert.ok(Math.min(...shifts.map(difference)) < 0.12, `${from} to ${to} is another tone`)
  }
})

test('a browser that does not choose its rate, such as Firefox, is spoken to as well, and nothing comes from elsewhere', async (t) => {
  const page = await web.open(t, { path: '/voice', as: sanne, inWholeBrowser: true })
  await page.context().grantPermissions(['microphone'])
  // The library warns when it converts.
  await page.addInitScript(`MediaDevices.prototype.getSupportedConstraints = () => ({}); console.warn = () => {}`)
  await page.reload()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await page.getByRole('button', { name: 'Speak' }).press('Enter')
  await page
    .getByRole('status')
    .getByText(/Listening|Speaking/)
    .waitFor()
  assert.deepEqual([...new Set(asked)], [new URL(web.product.baseUrl).host])
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('The conversation has ended.').waitFor()
})
