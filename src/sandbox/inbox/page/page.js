/** The sandbox page: asks the sandbox every second and redraws what changed. Everything shown is set as text. */

const byId = (id) => document.getElementById(id)
const seen = new Map()
let chosenNumber = null
let chosenMail = null

const modes = {
  timeout: 'takes it on, never answers',
  blackhole: 'neither takes it on nor answers',
  error: 'answers with an error',
  refuse: 'refuses for good',
  slow: 'answers after 22 seconds',
  receipt_late: 'receipts come late',
  receipt_duplicate: 'receipts come twice',
  receipt_reordered: 'receipts in the wrong order',
}

/** An element with attributes, listeners (`onclick`) and children; strings become text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

async function call(path, method = 'GET', body = undefined) {
  const request = {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  }
  const response = await fetch(path, request)
  const text = await response.text()
  const answer = text ? JSON.parse(text) : null
  if (!response.ok) throw new Error(answer?.error ?? answer?.message ?? `The sandbox answered ${response.status}.`)
  return answer
}

function say(text, isWrong = false) {
  const status = byId('status')
  if (status.textContent !== text) status.textContent = text
  status.classList.toggle('wrong', isWrong)
}

/** Runs an action of the user, with its buttons disabled meanwhile. */
async function act(buttons, doing, done, work) {
  for (const button of buttons) button.disabled = true
  say(doing)
  try {
    await work()
    say(done)
  } catch (error) {
    say(error.message, true)
  } finally {
    for (const button of buttons) button.disabled = false
  }
  await refresh()
}

/** Redraws only when the data changed, so that focus, scrolling and half-written answers stay. */
function redraw(key, data, draw) {
  const now = JSON.stringify(data)
  if (seen.get(key) === now) return
  seen.set(key, now)
  draw()
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exactTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const shown = (instant) => dateTime.format(new Date(instant))

/** Text with its web addresses as links, which open in a new tab and send no referrer. */
function linked(text) {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)
    .map((part, index) =>
      index % 2 ? element('a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, part) : part,
    )
}

function drawClock({ now, offsetMs }) {
  byId('clock-now').textContent = exactTime.format(new Date(now))
  byId('clock-now').dateTime = now
  byId('clock-offset').textContent =
    offsetMs === 0 ? 'real time' : `moved by ${(offsetMs / 3_600_000).toFixed(1)} hours`
}

function drawThreads(messages) {
  const newestByNumber = new Map()
  for (const message of messages) if (!newestByNumber.has(message.number)) newestByNumber.set(message.number, message)
  if (!newestByNumber.has(chosenNumber)) chosenNumber = newestByNumber.keys().next().value ?? null
  const choose = (number) => {
    chosenNumber = number
    drawPhone(messages)
    keepFocus('threads', number)
  }
  byId('threads').replaceChildren(
    ...[...newestByNumber].map(([number, { text }]) =>
      element(
        'button',
        {
          type: 'button',
          'aria-current': String(number === chosenNumber),
          'data-key': number,
          onclick: () => choose(number),
        },
        element('strong', {}, number),
        element('span', { class: 'quiet' }, text),
      ),
    ),
  )
  if (newestByNumber.size === 0) byId('threads').append(element('p', { class: 'quiet' }, 'No text messages yet.'))
}

function keepFocus(list, key) {
  byId(list)
    .querySelector(`[data-key="${CSS.escape(key)}"]`)
    ?.focus()
}

function drawPhone(messages) {
  drawThreads(messages)
  const thread = messages.filter((message) => message.number === chosenNumber).toReversed()
  const conversation = byId('conversation')
  conversation.replaceChildren(...thread.map(bubble))
  conversation.scrollTop = conversation.scrollHeight
  byId('reply').hidden = chosenNumber === null
}

function bubble(message) {
  if (message.isReply) {
    const about = element('div', { class: 'quiet' }, shown(message.clockAt))
    return element('li', { class: 'mine' }, element('div', { class: 'bubble', dir: 'auto' }, message.text), about)
  }
  const went = message.status === 'undelivered' || message.status === 'failed'
  const parts = `${message.segments} × ${message.encoding}`
  const status = element(
    'span',
    { class: went ? 'wrong' : '' },
    message.status + (message.errorCode ? ` (${message.errorCode})` : ''),
  )
  const about = element('div', { class: 'quiet' }, `${message.from} · ${shown(message.clockAt)} · ${parts} · `, status)
  return element('li', {}, element('div', { class: 'bubble', dir: 'auto' }, ...linked(message.text)), about)
}

function drawMails(mails) {
  if (!mails.some((mail) => mail.id === chosenMail)) chosenMail = mails[0]?.id ?? null
  const choose = (id) => {
    chosenMail = id
    drawMails(mails)
    keepFocus('mails', id)
  }
  byId('mails').replaceChildren(
    ...mails.map((mail) =>
      element(
        'button',
        {
          type: 'button',
          'aria-current': String(mail.id === chosenMail),
          'data-key': mail.id,
          onclick: () => choose(mail.id),
        },
        element('strong', {}, mail.subject || '(no subject)'),
        element('span', { class: 'quiet' }, `${mail.to} · ${shown(mail.clockAt)}`),
      ),
    ),
  )
  if (mails.length === 0) byId('mails').append(element('p', { class: 'quiet' }, 'No mail yet.'))
  const mail = mails.find(({ id }) => id === chosenMail) ?? null
  redraw('mail', mail, () => drawMail(mail))
}

function drawMail(mail) {
  const article = byId('mail')
  if (!mail) return article.replaceChildren()
  const frame = element('iframe', { src: `/inbox/email/${mail.id}/html`, sandbox: '', title: `Mail: ${mail.subject}` })
  const text = element(
    'details',
    { open: !mail.html },
    element('summary', {}, 'As text, with links'),
    element('pre', { dir: 'auto' }, ...linked(mail.text)),
  )
  const attachments = mail.attachments.map((part) => {
    const title = `${part.filename ?? 'Calendar part'} (${part.contentType}${part.method ? `, ${part.method}` : ''})`
    return element('details', {}, element('summary', {}, title), element('pre', {}, part.content))
  })
  const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${[value].flat().join(` | `)}`)
  article.replaceChildren(
    element('h3', { dir: 'auto' }, mail.subject || '(no subject)'),
    element('p', { class: 'quiet' }, `${mail.headers.from} → ${mail.to} · ${shown(mail.clockAt)}`),
    ...(mail.html ? [frame] : []),
    text,
    ...attachments,
    element('details', {}, element('summary', {}, 'Headers'), element('pre', {}, headers.join('\n'))),
  )
}

function drawFaults(faults) {
  const end = (fault) => (event) =>
    act([event.currentTarget], 'Switching off…', 'Switched off.', () =>
      call('/faults', 'POST', { provider: fault.provider, mode: 'none', ...(fault.to && { to: fault.to }) }),
    )
  byId('faults').replaceChildren(
    ...faults.map((fault) => {
      const left = fault.remaining === null ? 'every call' : `${fault.remaining} more`
      const what = `${fault.provider}: ${modes[fault.mode]}, ${left}${fault.to ? `, to ${fault.to}` : ''} `
      return element('li', {}, what, element('button', { type: 'button', onclick: end(fault) }, 'Switch off'))
    }),
  )
  if (faults.length === 0) byId('faults').append(element('li', { class: 'quiet' }, 'Everything works.'))
}

function drawProviders(providers) {
  const options = providers.map((provider) => element('option', { value: provider }, provider))
  byId('fault').elements.provider.replaceChildren(...options)
}

function drawDemo(demo) {
  if (!demo?.holders?.length) return
  const holders = demo.holders.flatMap((holder) => [
    element('h3', { class: 'quiet' }, holder.displayName),
    element(
      'ul',
      { class: 'plain' },
      ...(holder.staff ?? []).map(({ email }) => element('li', {}, `Staff: ${email}`)),
      ...(holder.recipients ?? []).map((person) =>
        element(
          'li',
          {},
          `${person.displayName}: ${person.phoneNumberE164 ?? 'no telephone'}${person.linked ? '' : ' (not linked)'}`,
        ),
      ),
    ),
  ])
  const links = element('ul', { class: 'plain' })
  links.append(element('li', {}, 'API reference: ', ...linked(`${demo.baseUrl}/reference`)))
  // No link, because it has no pages: applications sign in there.
  links.append(element('li', {}, `Login server of recipients: ${demo.loginUrl}`))
  byId('demo').replaceChildren(links, ...holders)
}

function phoneMessages(sms, replies) {
  const texts = sms.map((item) => ({ ...item, number: item.to, isReply: false }))
  const answers = replies.map((item) => ({ ...item, number: item.from, isReply: true }))
  return [...texts, ...answers].toSorted((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1))
}

async function refresh() {
  try {
    const paths = ['/inbox/sms?limit=300', '/inbox/replies?limit=300', '/inbox/email?limit=50', '/clock', '/faults']
    const [sms, replies, mails, clock, faults] = await Promise.all(paths.map((path) => call(path)))
    const messages = phoneMessages(sms.items, replies.items)
    drawClock(clock)
    redraw('phone', messages, () => drawPhone(messages))
    redraw('mails', mails.items, () => drawMails(mails.items))
    redraw('faults', faults.items, () => drawFaults(faults.items))
    redraw('providers', faults.providers, () => drawProviders(faults.providers))
    byId('sms-count').textContent = `${sms.items.length} shown`
    byId('mail-count').textContent = `${mails.items.length} shown`
    if (byId('status').dataset.lost) {
      delete byId('status').dataset.lost
      say('')
    }
  } catch (error) {
    byId('status').dataset.lost = 'yes'
    say(`The sandbox does not answer: ${error.message}`, true)
  }
}

async function refreshForever() {
  for (;;) {
    if (!document.hidden) await refresh()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

function listen() {
  const moves = [...byId('clock-moves').querySelectorAll('button')]
  for (const button of moves) {
    const { advance } = button.dataset
    const move = advance ? { advance } : { reset: true }
    button.addEventListener('click', () =>
      act(moves, 'The world is running forward…', 'The clock has moved.', () => call('/clock', 'POST', move)),
    )
  }

  byId('clear').addEventListener('click', (event) =>
    act([event.currentTarget], 'Emptying…', 'The inbox is empty.', () => call('/inbox', 'DELETE')),
  )

  byId('reply').addEventListener('submit', (event) => {
    event.preventDefault()
    const input = byId('reply-text')
    const sender = byId('reply').querySelector('button')
    void act([sender], 'Sending…', 'The product took the answer.', async () => {
      await call('/sms/reply', 'POST', { from: chosenNumber, text: input.value })
      input.value = ''
    })
  })

  const form = byId('fault')
  form.elements.mode.append(...Object.entries(modes).map(([mode, what]) => element('option', { value: mode }, what)))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { provider, mode, count, to } = Object.fromEntries(new FormData(form))
    const fault = { provider, mode, ...(count && { count: Number(count) }), ...(to && { to }) }
    void act([form.querySelector('button')], 'Switching on…', 'The fault is on.', () => call('/faults', 'POST', fault))
  })
}

listen()
call('/demo').then(drawDemo, (error) => say(error.message, true))
void refreshForever()
