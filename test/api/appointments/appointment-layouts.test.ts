import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { updateHolderAppointmentLayout } from '#/slices/layouts/update-holder-appointment-layout.ts'
import { shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product.stop())

type Component = { componentId: string; type: string; position: number; visible: boolean }

async function layoutsOf(holder: TestHolder, query = '') {
  return (await holder.call('GET', `/appointment-layouts${query}`)).body.data.items
}

test('a new holder has a layout for both surfaces, with everything that is mandatory', async () => {
  const layouts = await layoutsOf(await product.createHolder())
  assert.deepEqual(layouts.map((layout: { surface: string }) => layout.surface).toSorted(), [
    'appointment_detail',
    'appointment_list',
  ])
  for (const layout of layouts) {
    assert.deepEqual([layout.schemaVersion, layout.version, layout.appointmentTypeId], [1, 1, null])
    const visible = layout.components.filter((component: Component) => component.visible)
    for (const type of ['date_time', 'provider', 'actions', 'privacy'])
      assert.ok(visible.some((component: Component) => component.type === type))
  }
})

test('the example in the document is taken as it stands', async () => {
  const holder = await product.createHolder()
  const [{ id }] = await layoutsOf(holder, '?surface=appointment_detail')
  const example = updateHolderAppointmentLayout.contract.example.body
  assert.equal((await holder.call('PATCH', `/appointment-layouts/${id}`, example)).status, 200)
})

test('what is mandatory can be moved but neither hidden nor left out, and ids and positions are unique', async () => {
  const holder = await product.createHolder()
  const [layout] = await layoutsOf(holder, '?surface=appointment_list')
  const components: Component[] = layout.components
  const change = (changed: object[], schemaVersion = 1) =>
    holder.call('PATCH', `/appointment-layouts/${layout.id}`, {
      expectedVersion: 1,
      schemaVersion,
      components: changed,
    })
  const codes = async (changed: object[], schemaVersion = 1) => {
    const { status, body } = await change(changed, schemaVersion)
    assert.equal(status, 400)
    return body.error.details.map((fault: { path: string; code: string }) => `${fault.path} ${fault.code}`)
  }
  const hidden = components.map((one) => (one.type === 'privacy' ? { ...one, visible: false } : one))
  const [date, ...rest] = components
  assert.deepEqual(await codes(hidden), [`components.${components.length - 1}.visible not_allowed`])
  assert.deepEqual(await codes(rest), ['components not_allowed'])
  assert.deepEqual(await codes([...components, { ...date, position: 90 }]), [
    `components.${components.length}.componentId conflict`,
  ])
  assert.deepEqual(await codes([...components, { ...date, componentId: 'other' }]), [
    `components.${components.length}.position conflict`,
  ])
  assert.deepEqual(await codes(components, 2), ['schemaVersion not_allowed'])
  const many = Array.from({ length: 21 }, (_, index) => ({ ...date, componentId: `c${index}`, position: index }))
  assert.deepEqual(await codes(many), ['components too_long'])
  const turned = components.map((one, index) => ({ ...one, position: components.length - index }))
  const answer = await change(turned)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.data.version, 2)
  assert.deepEqual(
    answer.body.data.components.map((one: Component) => one.type),
    components.map((one) => one.type).toReversed(),
  )
})

test('an app that knows no form of components so high is not shown it', async () => {
  const holder = await product.createHolder()
  const [layout] = await layoutsOf(holder, '?surface=appointment_detail')
  await product.operator.query('update appointment_layout set schema_version = 3 where id = $1', [layout.id])
  assert.equal((await layoutsOf(holder, '?schemaVersion=2')).length, 1)
  assert.equal((await layoutsOf(holder, '?schemaVersion=3')).length, 2)
})

test('of a layout in several forms an app is shown the highest that it knows, and two are never of one form', async () => {
  const holder = await product.createHolder()
  const [first] = await layoutsOf(holder, '?surface=appointment_detail')
  const added = await product.operator.query(
    `insert into appointment_layout (platform_holder_id, id, surface, schema_version, components)
     select platform_holder_id, gen_random_uuid(), surface, 2, components from appointment_layout where id = $1 returning id`,
    [first.id],
  )
  const second = added.rows[0].id as string
  const shown = async (query: string) =>
    (await layoutsOf(holder, `?surface=appointment_detail${query}`)).map((layout: { id: string }) => layout.id)
  assert.deepEqual(await shown('&schemaVersion=1'), [first.id])
  assert.deepEqual(await shown('&schemaVersion=2'), [second])
  assert.deepEqual(await shown('&schemaVersion=9'), [second])
  assert.deepEqual((await shown('')).toSorted(), [first.id, second].toSorted())
  const { components } = first
  const clash = await holder.call('PATCH', `/appointment-layouts/${second}`, {
    expectedVersion: 1,
    schemaVersion: 1,
    components,
  })
  assert.deepEqual([clash.status, clash.body.error.code], [409, 'STATE_CONFLICT'])
})

test('of 50 parallel changes by one version one wins and 49 hear of the conflict', async () => {
  const holder = await product.createHolder()
  const [layout] = await layoutsOf(holder)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      holder.call('PATCH', `/appointment-layouts/${layout.id}`, {
        expectedVersion: 1,
        schemaVersion: 1,
        components: layout.components.map((one: Component) => ({ ...one, componentId: `${one.componentId}-${index}` })),
      }),
    ),
  )
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
  const conflicts = answers.filter((answer) => answer.body.error?.code === 'VERSION_CONFLICT')
  assert.equal(conflicts.length, 49)
  assert.ok(conflicts.every((answer) => answer.body.error.details[0].currentVersion === 2))
})
