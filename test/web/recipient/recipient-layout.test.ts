import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, sanne, screenshot, startWeb } from '../world.ts'

const web = startWeb({ own: true })

const noor = '+31612340101'
const linde = 'Huisartsenpraktijk De Linde'

type Component = { readonly type: string; readonly width?: 'half'; readonly visible?: false; readonly options?: object }

/** @returns the id of the layout */
async function setLayout(
  components: readonly Component[],
  schemaVersion = 1,
  surface: 'appointment_list' | 'appointment_detail' = 'appointment_detail',
): Promise<string> {
  const whole = components.map((component, position) => ({
    componentId: component.type,
    position,
    visible: true,
    width: 'full',
    options: {},
    ...component,
  }))
  const { rows } = await web.product.operator.query<{ id: string }>(
    `update appointment_layout l set components = $1, schema_version = $2 from platform_holder h
     where h.platform_holder_id = l.platform_holder_id and h.display_name = $3 and l.surface = $4 returning l.id`,
    [JSON.stringify(whole), schemaVersion, linde, surface],
  )
  return rows[0]?.id ?? assert.fail('There is no layout')
}

/** A future appointment of Noor Jansen, at a place with a long name. */
async function ahead(): Promise<string> {
  const { rows } = await web.product.operator.query<{ id: string }>(
    `update appointment set location_label = $3 where id = (
       select a.id from appointment a join platform_holder h using (platform_holder_id)
       where a.recipient_phone = $1 and h.display_name = $2 and a.starts_at > now() + interval '1 day' and a.status = 'registered' order by a.starts_at limit 1)
     returning id`,
    [
      noor,
      linde,
      'Lindelaan 1, behind the pharmacy, second floor, at the end of the long corridor on the left '.repeat(4),
    ],
  )
  return rows[0]?.id ?? assert.fail('There is no appointment')
}

/** The content of each cell of a card or row, without the data in which example and appointment differ. */
function cellsOf(shown: Page | Locator) {
  return shown
    .locator('article > div, .flex-wrap:not(article) > .grow')
    .filter({ visible: true })
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const label = cell.children.length > 1 ? cell.children[0]?.textContent : ''
        return `${cell.className} | ${label} | ${cell.querySelectorAll('button, a').length}`
      }),
    )
}

test('people see the layout as staff saw it in the preview: order, widths, headings, the end and what is left out', async (t) => {
  const layoutId = await setLayout([
    { type: 'status', width: 'half', options: { showLabel: true } },
    { type: 'provider', width: 'half' },
    { type: 'date_time', options: { showLabel: true, showEndTime: true } },
    { type: 'location', options: { showLabel: true } },
    { type: 'calendar_link', visible: false },
    { type: 'actions' },
    { type: 'privacy' },
  ])
  const id = await ahead()
  const page = await web.open(t, { path: `/a/${id}`, as: noor, width: 390 })
  const card = page.getByRole('article')
  await card.getByText(/\d\d:\d\d – \d\d:\d\d/).waitFor()
  for (const label of ['Date and time', 'Place', 'Status']) await card.getByText(label, { exact: true }).waitFor()
  assert.equal(await card.getByText('Add to calendar').count(), 0)
  await screenshot(page, 'recipient-layout')
  await assertAccessible(page)
  const shown = await cellsOf(page)
  assert.equal(shown.length, 6)
  const portal = await web.open(t, { path: `/setup/layouts/${layoutId}?lang=en`, as: sanne })
  await portal.getByRole('region', { name: 'Preview' }).getByText('14:30 – 14:50').waitFor()
  await screenshot(portal, 'layout-preview')
  assert.deepEqual(await cellsOf(portal), shown)
})

test('a long text is folded after its lines until somebody wants more', async (t) => {
  await setLayout([
    { type: 'date_time' },
    { type: 'provider' },
    { type: 'location', options: { maxLines: 2 } },
    { type: 'actions' },
    { type: 'privacy' },
  ])
  const page = await web.open(t, { path: `/a/${await ahead()}`, as: noor, width: 390, locale: 'ar' })
  const place = page.getByText('behind the pharmacy').first()
  await place.waitFor()
  const more = page.getByRole('article').locator('button').first()
  const folded = (await place.boundingBox())?.height ?? 0
  assert.ok(folded <= 60, `${folded} px are more than two lines`)
  await assertAccessible(page)
  await more.click()
  await more.filter({ hasText: 'المزيد' }).waitFor({ state: 'detached' })
  assert.ok(((await place.boundingBox())?.height ?? 0) > folded * 2)
})

test('a layout in a form of the future falls back to the usual one', async (t) => {
  await setLayout([{ type: 'date_time' }, { type: 'provider' }, { type: 'hologram' }], 2)
  const page = await web.open(t, { path: `/a/${await ahead()}`, as: noor, width: 390 })
  await page.getByRole('article').getByRole('button', { name: 'Add to calendar' }).waitFor()
  await page.getByRole('article').getByText('Only you and').waitFor()
  await setLayout([{ type: 'date_time' }, { type: 'provider' }, { type: 'actions' }, { type: 'privacy' }])
})

test('in Arabic too the appointment goes to the calendar, and the route leads to the place', async (t) => {
  await setLayout([
    { type: 'date_time' },
    { type: 'provider' },
    { type: 'location' },
    { type: 'calendar_link' },
    { type: 'actions' },
    { type: 'privacy' },
  ])
  const id = await ahead()
  const page = await web.open(t, { path: `/a/${id}`, as: noor, width: 390, locale: 'ar' })
  const route = await page.getByRole('link', { name: 'الاتجاهات' }).getAttribute('href')
  const url = new URL(route ?? '')
  assert.match(url.pathname, /\/dir\/$/)
  assert.match(url.searchParams.get('destination') ?? '', /^Huisartsenpraktijk De Linde, Lindelaan 1/)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'إضافة إلى التقويم' }).click()
  const saved = await saving
  assert.equal(saved.suggestedFilename(), 'appointment.ics')
  const text = await readFile(await saved.path(), 'utf8')
  assert.match(text, /^BEGIN:VCALENDAR\r\n/)
  assert.match(text, new RegExp(`UID:.*${id}`))
})

test('a list shows the lines of the layout for lists, as staff saw them in its preview', async (t) => {
  const layoutId = await setLayout(
    [
      { type: 'status', width: 'half', options: { showLabel: true } },
      { type: 'provider', width: 'half' },
      { type: 'date_time', options: { showEndTime: true } },
      { type: 'location', visible: false },
      { type: 'actions' },
      { type: 'privacy' },
    ],
    1,
    'appointment_list',
  )
  const page = await web.open(t, { path: '/my/all', as: noor, width: 390 })
  const row = page.getByRole('link').filter({ hasText: linde }).first()
  await row.getByText(/\d\d:\d\d – \d\d:\d\d/).waitFor()
  await assertAccessible(page)
  const shown = await cellsOf(row)
  assert.equal(shown.length, 3)
  const portal = await web.open(t, { path: `/setup/layouts/${layoutId}?lang=en`, as: sanne })
  const preview = portal.getByRole('region', { name: 'Preview' })
  await preview.getByText('14:30 – 14:50').waitFor()
  await screenshot(portal, 'list-layout-preview')
  assert.deepEqual(await cellsOf(preview.locator('[inert]')), shown)
})
