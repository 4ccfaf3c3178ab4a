import type { FastifyReply } from 'fastify'
import { escapeHtml, htmlPage } from '#/kernel/text/html-page.ts'

export type PageText = { readonly title: string; readonly nl: string; readonly en: string }

/** What an owner reads after the provider sent them back. */
export const resultPages = {
  connected: {
    title: 'De agenda is gekoppeld',
    nl: 'Afspraken worden vanaf nu uit deze agenda gelezen. U kunt dit venster sluiten.',
    en: 'The calendar is connected. Appointments are read from it from now on. You can close this window.',
  },
  denied: {
    title: 'De agenda is niet gekoppeld',
    nl: 'U hebt geen toestemming gegeven. Er wordt niets gelezen.',
    en: 'The calendar is not connected: permission was not given. Nothing is read.',
  },
  permission_missing: {
    title: 'De agenda is niet gekoppeld',
    nl: 'Niet alle gevraagde toestemmingen zijn gegeven. Begin opnieuw en laat alle vakjes aangevinkt.',
    en: 'The calendar is not connected: some of the permissions were left out. Start again and leave all boxes ticked.',
  },
  unavailable: {
    title: 'De agenda is nog niet gekoppeld',
    nl: 'De aanbieder van de agenda gaf geen bruikbaar antwoord. Begin over een paar minuten opnieuw.',
    en: 'The calendar is not connected yet: its provider gave no usable answer. Start again in a few minutes.',
  },
  too_many_calendars: {
    title: 'De agenda is niet gekoppeld',
    nl: 'Dit account heeft meer dan 250 agenda’s, of een agenda met een te lang adres. Koppel een account met minder agenda’s.',
    en: 'The calendar is not connected: this account has more than 250 calendars, or one whose address is too long. Connect an account with fewer.',
  },
  not_open: {
    title: 'Deze koppeling kan niet worden afgemaakt',
    nl: 'De link is gebruikt, verlopen of vervangen. Begin het koppelen opnieuw.',
    en: 'This connection cannot be completed: the link was used, has expired or was replaced. Start connecting again.',
  },
  other_session: {
    title: 'Deze koppeling kan hier niet worden afgemaakt',
    nl: 'Maak het koppelen af in de browser waarin u het begon, en blijf daar aangemeld.',
    en: 'This connection cannot be completed here: use the browser you started in, and stay signed in there.',
  },
  staff_only: {
    title: 'Meld u eerst aan',
    nl: 'Een koppeling die met een API-sleutel is begonnen, maakt een medewerker van de organisatie af. Meld u in deze browser aan en open deze pagina daarna binnen tien minuten opnieuw.',
    en: 'Sign in first: a connection that was started with an API key is completed by a member of the organization’s staff. Sign in in this browser, then open this page again within ten minutes.',
  },
} as const satisfies Record<string, PageText>

/** Why a CalDAV server could not be connected with what was filled in, and beside which field that is said. */
const formFaults = {
  address: {
    field: 'serverUrl',
    nl: 'Vul een adres in dat begint met https://.',
    en: 'Give an address that begins with https://.',
  },
  username: {
    field: 'username',
    nl: 'Vul de gebruikersnaam in.',
    en: 'Give the user name.',
  },
  password: {
    field: 'appPassword',
    nl: 'Vul het app-wachtwoord in.',
    en: 'Give the app password.',
  },
  credentials: {
    field: 'appPassword',
    nl: 'De server neemt deze gebruikersnaam en dit app-wachtwoord niet aan.',
    en: 'The server does not accept this user name and app password.',
  },
  unreachable: {
    field: 'serverUrl',
    nl: 'De server gaf geen bruikbaar antwoord. Controleer het adres.',
    en: 'The server gave no usable answer. Check the address.',
  },
  elsewhere: {
    field: 'serverUrl',
    nl: 'Uw server verwijst naar het adres dat hier nu staat. Uw wachtwoord is daar niet heen gestuurd. Klopt het adres, vul dan uw app-wachtwoord opnieuw in.',
    en: 'Your server refers to the address that now stands here. Your password was not sent there. If the address is right, give your app password again.',
  },
  no_calendars: {
    field: 'serverUrl',
    nl: 'Op dit adres staan geen agenda’s.',
    en: 'There are no calendars at this address.',
  },
  too_many_calendars: {
    field: 'serverUrl',
    nl: 'Op dit adres staan meer dan 250 agenda’s, of een agenda met een te lang adres. Gebruik een account met minder agenda’s.',
    en: 'There are more than 250 calendars at this address, or one whose own address is too long. Use an account with fewer.',
  },
  busy: {
    field: 'appPassword',
    nl: 'Een eerdere poging loopt nog. Probeer het over een halve minuut opnieuw.',
    en: 'An earlier attempt is still under way. Try again in half a minute.',
  },
} as const
export type FormFault = keyof typeof formFaults

export function sendResult(reply: FastifyReply, status: number, text: PageText): FastifyReply {
  return sendPage(
    reply,
    status,
    text.title,
    `<h1>${text.title}</h1>\n<p>${text.nl}</p>\n<p lang="en">${text.en}</p>\n<p><a href="/setup/integrations">Naar de koppelingen / <span lang="en">To the connections</span></a></p>`,
  )
}

/** Asks for server, user name and app password. What was filled in stays, but for the password. */
export function sendCalDavForm(
  reply: FastifyReply,
  filled: { readonly serverUrl: string; readonly username: string },
  fault: FormFault | null,
): FastifyReply {
  const wrong = fault && formFaults[fault]
  const field = (name: string, label: string, english: string, attributes: string) => {
    const isWrong = wrong?.field === name
    const problem = isWrong ? `<p role="alert" id="fault">${wrong.nl} <span lang="en">${wrong.en}</span></p>\n` : ''
    return `<div class="field"><label for="${name}">${label} / <span lang="en">${english}</span></label>
${problem}<input id="${name}" name="${name}" required dir="ltr" autocapitalize="none" spellcheck="false" ${attributes}${isWrong ? ' aria-invalid="true" aria-describedby="fault" autofocus' : ''}></div>`
  }
  const form = `<h1>Agenda koppelen met CalDAV</h1>
<p>Maak bij uw aanbieder een app-wachtwoord voor Tijdig; gebruik niet uw gewone wachtwoord. Er wordt alleen gelezen.</p>
<p lang="en">Create an app password for Tijdig with your provider; do not use your ordinary password. Calendars are only read.</p>
<form method="post">
${field('serverUrl', 'Adres van de server', 'Server address', `type="url" maxlength="2000" autocomplete="off" placeholder="https://" value="${escapeHtml(filled.serverUrl)}"`)}
${field('username', 'Gebruikersnaam', 'User name', `maxlength="256" autocomplete="off" value="${escapeHtml(filled.username)}"`)}
${field('appPassword', 'App-wachtwoord', 'App password', 'type="password" maxlength="512" autocomplete="off"')}
<button type="submit">Koppelen / <span lang="en">Connect</span></button>
</form>`
  return sendPage(reply, fault ? 422 : 200, 'Agenda koppelen', form)
}

function sendPage(reply: FastifyReply, status: number, title: string, main: string): FastifyReply {
  const { headers, html } = htmlPage({ lang: 'nl', title: `${title} – Tijdig`, main, formAction: "'self'" })
  return reply.code(status).headers(headers).send(html)
}
