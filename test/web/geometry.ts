import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/**
 * Layout faults that can be expressed in numbers. Screenshots are not compared: fonts differ between machines and data
 * between days, so they would fail somewhere, or be compared too loosely to show anything. Instead, on every page
 * nothing lies outside, no control overlaps another, and in the other direction of writing the page is its own mirror
 * image, box by box.
 *
 * @param targetPx minimum size of controls, where it is stricter than axe's
 */
export async function assertLaidOut(page: Page, targetPx = 0): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  assert.deepEqual(await page.evaluate<string[]>(faultsOfLayout(targetPx)), [], `${page.url()} at ${width} px`)
}

// As text, because the tests are not checked with the types of a browser.
const faultsOfLayout = (targetPx: number) => `(() => {
  const root = document.documentElement
  const within = document.querySelector('dialog, [role=dialog], [role=alertdialog]') ?? document.body
  const pressed = 'a[href], button, input, select, textarea, summary, [role=spinbutton]'
  const seen = (selector) => [...within.querySelectorAll(selector)].filter(isSeen)
  const name = (one) => one.tagName.toLowerCase() + ' "' + (one.ariaLabel ?? one.textContent).trim().slice(0, 30) + '"'
  const boxOf = (one) => one.getBoundingClientRect()
  function isSeen(one) {
    const { width, height } = boxOf(one)
    return width > 2 && height > 2 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('[aria-hidden=true], .sr-only, svg')
  }
  const isFloating = (one) => parentsOf(one).some((it) => ['fixed', 'sticky'].includes(getComputedStyle(it).position))
  const scrolls = (one) => parentsOf(one).some((it) => ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(it).overflowX))
  const parentsOf = (one) => (one === within || one === null ? [] : [one, ...parentsOf(one.parentElement)])
  // The button of a field stands in it.
  const isInField = (one, other) => one.tagName === 'INPUT' && one.parentElement === other.parentElement
  const faults = []
  if (root.scrollWidth > root.clientWidth) faults.push('scrolls sideways by ' + (root.scrollWidth - root.clientWidth))

  const controls = seen(pressed)
  for (const one of [...controls, ...seen('h1, h2, h3, p, td, th, li')]) {
    const { left, right } = boxOf(one)
    if ((left < -1 || right > root.clientWidth + 1) && !scrolls(one)) faults.push(name(one) + ' lies outside')
  }
  const lying = controls.filter((one) => !isFloating(one))
  for (const [index, one] of lying.entries())
    for (const other of lying.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || isInField(one, other)) continue
      const [a, b] = [boxOf(one), boxOf(other)]
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (across > 2 && down > 2) faults.push(name(one) + ' lies on ' + name(other))
    }
  for (const one of controls) {
    const target = one.closest('label') ?? one
    const { width, height } = boxOf(target)
    const isInText = getComputedStyle(target).display === 'inline'
    if (!isInText && (width < ${targetPx} - 0.5 || height < ${targetPx} - 0.5))
      faults.push(name(one) + ' is ' + Math.round(width) + ' by ' + Math.round(height))
  }

  // What has a direction of its own, as a telephone number has, keeps it.
  const boxes = seen('header, nav, main, section, form, table, figure, h1, h2, h3, th, td, li, ' + pressed).filter((one) => !one.closest('body [dir]'))
  const before = boxes.map(boxOf)
  const dir = root.dir
  root.dir = dir === 'rtl' ? 'ltr' : 'rtl'
  for (const [index, one] of boxes.entries()) {
    const [was, is] = [before[index], boxOf(one)]
    const moved = Math.abs(root.clientWidth - was.right - is.left)
    if (moved > 4 || Math.abs(was.width - is.width) > 4)
      faults.push(name(one) + ' at ' + Math.round(was.left) + ' is not mirrored at ' + Math.round(is.left) + ', ' + Math.round(was.width) + ' and ' + Math.round(is.width) + ' wide')
  }
  root.dir = dir
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().activeDuration > 0)
  if (moving.length > 0) faults.push('Something moves for those who want no motion')
  return faults
})()`
