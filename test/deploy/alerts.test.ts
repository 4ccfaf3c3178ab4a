import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { alertLimits } from '#/app/server/health/alert-limits.ts'
import { startTestProduct } from '../harness.ts'
import { readDeployed, root } from './deployed.ts'

type Rule = {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly labels?: { readonly severity: string }
  readonly annotations?: { readonly summary: string; readonly runbook: string }
}

const { groups } = parse(readDeployed('prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const alerts = rules.filter((rule) => rule.alert !== undefined)
const dashboard = JSON.parse(readDeployed('grafana/tijdig.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

/** The series that an expression reads, without what a histogram adds to its name. */
function seriesOf(expr: string): string[] {
  // What stands in braces are labels.
  const bare = expr.replaceAll(/\{[^}]*\}/g, '')
  return [...bare.matchAll(/\b(?:tijdig|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  )
}

describe('alerts', () => {
  test('each fires in a case of its own and in no other, as Prometheus itself says', (t) => {
    if (!hasPromtool) return t.diagnostic('Did nothing: promtool (of the package prometheus) is not installed')
    const run = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: join(root, 'deploy/prometheus'), encoding: 'utf8' })
    for (const args of [
      ['check', 'rules', '--lint-fatal', 'alerts.yaml'],
      ['test', 'rules', 'alerts.tests.yaml'],
    ]) {
      const { status, stdout, stderr } = run(...args)
      assert.equal(status, 0, stdout + stderr)
    }
  })

  test('none is without a case in which it fires', () => {
    const cases = readDeployed('prometheus/alerts.tests.yaml')
    const unseen = alerts.filter(
      ({ alert, labels }) => !cases.includes(`{alertname="${alert}", severity="${labels?.severity}"}`),
    )
    assert.deepEqual(unseen, [])
  })

  test('each leads to a heading of docs/running/watch.md', () => {
    const docs = readFileSync(join(root, 'docs/running/watch.md'), 'utf8')
    const titles = [...docs.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
    const anchors = new Set(titles.map((title) => title.replaceAll(/[^\p{L}\p{N} -]/gu, '').replaceAll(' ', '-')))
    for (const { alert, annotations } of alerts) {
      const [, anchor = ''] = /^docs\/running\/watch\.md#(.+)$/.exec(annotations?.runbook ?? '') ?? []
      assert.ok(anchors.has(anchor), `${alert}: #${anchor}`)
    }
  })

  test('doctor complains from the same numbers on', () => {
    const limits: Record<string, number> = {
      TijdigDue: alertLimits.dueSeconds,
      TijdigReceiptsMissing: alertLimits.receiptsMissing,
      TijdigArchiveLate: alertLimits.archiveLateSeconds,
      TijdigBaseBackupLate: alertLimits.baseBackupLateSeconds,
      TijdigClockSkew: alertLimits.clockSkewSeconds,
      TijdigDiskFull: alertLimits.diskFullBytes,
      TijdigDiskFew: alertLimits.diskFewBytes,
    }
    for (const [name, limit] of Object.entries(limits)) {
      const expr = alerts.find(({ alert }) => alert === name)?.expr.trim() ?? ''
      assert.equal(Number(/[<>] (\d+)$/.exec(expr)?.[1]), limit, name)
    }
  })

  test('every series that a rule or the dashboard reads is told by a product that runs', async () => {
    const product = await startTestProduct()
    try {
      const text = await (await fetch(`http://127.0.0.1:${product.settings.ports.admin}/metrics`)).text()
      const told = new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name))
      const shown = dashboard.panels.flatMap((panel) => panel.targets.map((target) => target.expr))
      const read = [...rules.map((rule) => rule.expr), ...shown].flatMap(seriesOf)
      assert.ok(read.length > 50)
      assert.deepEqual(
        read.filter((name) => !told.has(name)),
        [],
      )
      // A counter that begins with its first event hides that one.
      for (const result of ['on_time', 'late', 'missed'])
        assert.match(text, new RegExp(`^tijdig_reminders_due_total\\{result="${result}"\\} 0$`, 'm'))
      const own = [...told].filter((name) => name?.startsWith('tijdig_') && name !== 'tijdig_tzdb_info')
      assert.deepEqual(
        own.filter(
          (name) => name && !shown.flatMap(seriesOf).includes(name) && name !== 'tijdig_reminders_claimed_total',
        ),
        ['tijdig_commits_wait_for_standby', 'tijdig_wal_archive_failing'],
        'the dashboard shows all but what is only for alerts',
      )
    } finally {
      await product.stop()
    }
  })

  test('every rule that another rule or the dashboard reads is there', () => {
    const recorded = new Set(rules.flatMap((rule) => rule.record ?? []))
    const exprs = [...rules, ...dashboard.panels.flatMap((panel) => panel.targets)].map((each) => each.expr)
    const read = exprs.flatMap((expr) => [...expr.matchAll(/\btijdig:\w+:\w+/g)].map(([name]) => name))
    assert.ok(read.length > 20)
    assert.deepEqual(
      read.filter((name) => !recorded.has(name)),
      [],
    )
  })
})
