import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#/kernel/text/html-page.ts'
import { webPage, type PageKey, type WebPage } from '#/messages/web-page.ts'

/** How connecting a calendar went, each with a page that says so. */
export type ConnectionResult =
  | 'connected'
  | 'denied'
  | 'permission_missing'
  | 'unavailable'
  | 'too_many_calendars'
  | 'not_open'
  | 'other_session'
  | 'staff_only'

/** The field of the form beside which each fault is shown. */
const faultFields = {
  address: 'serverUrl',
  username: 'username',
  password: 'appPassword',
  credentials: 'appPassword',
  unreachable: 'serverUrl',
  elsewhere: 'serverUrl',
  no_calendars: 'serverUrl',
  too_many_calendars: 'serverUrl',
  busy: 'appPassword',
} as const

/** Why a CalDAV server could not be connected with what was filled in. */
export type FormFault = keyof typeof faultFields

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** What an owner reads after the provider sent them back. */
export function sendResult(exchange: Exchange, status: number, result: ConnectionResult): FastifyReply {
  const heading = `page.calendar.${result}.heading` as const
  return sendPage(exchange, status, heading, (text) => {
    return `<h1>${text(heading)}</h1>\n<p>${text(`page.calendar.${result}.text`)}</p>\n${wayBack(text)}`
  })
}

/** Asks for server, user name and app password. What was filled in stays, but for the password. */
export function sendCalDavForm(
  exchange: Exchange,
  filled: { readonly serverUrl: string; readonly username: string },
  fault: FormFault | null,
): FastifyReply {
  return sendPage(exchange, fault ? 422 : 200, 'page.caldav.title', (text) => {
    const field = (name: 'serverUrl' | 'username' | 'appPassword', attributes: string) => {
      const isWrong = fault !== null && faultFields[fault] === name
      const problem = isWrong ? `<p role="alert" id="fault">${text(`page.caldav.fault.${fault}`)}</p>\n` : ''
      return `<div class="field"><label for="${name}">${text(`page.caldav.${name}`)}</label>
${problem}<input id="${name}" name="${name}" required dir="ltr" autocapitalize="none" spellcheck="false" ${attributes}${isWrong ? ' aria-invalid="true" aria-describedby="fault" autofocus' : ''}></div>`
    }
    return `<h1>${text('page.caldav.heading')}</h1>
<p>${text('page.caldav.intro')}</p>
<form method="post">
${field('serverUrl', `type="url" maxlength="2000" autocomplete="off" placeholder="https://" value="${escapeHtml(filled.serverUrl)}"`)}
${field('username', `maxlength="256" autocomplete="off" value="${escapeHtml(filled.username)}"`)}
${field('appPassword', 'type="password" maxlength="512" autocomplete="off"')}
<button type="submit">${text('page.caldav.button')}</button>
</form>
${wayBack(text)}`
  })
}

const wayBack: WebPage['main'] = (text) => `<p><a href="/setup/integrations">${text('page.calendar.back')}</a></p>`

function sendPage({ request, reply }: Exchange, status: number, title: PageKey, main: WebPage['main']): FastifyReply {
  const { headers, html } = webPage(request.headers['accept-language'], { title, main, formAction: "'self'" })
  return reply.code(status).headers(headers).send(html)
}
