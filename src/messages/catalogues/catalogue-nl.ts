import type { Catalogue } from './catalogue.ts'
import { proposalWordsNl } from '#/messages/proposals/proposal-words-nl.ts'

/** Dutch, formal ("u"). The SMS texts hold no character outside GSM-7. */
export const catalogueNl: Catalogue = {
  templateVersion: 'nl-2',
  dateWords: null,
  messages: {
    ...proposalWordsNl,

    'when.dateAtTimes': '{date} om {times}',
    'when.withDetail': '{time} ({detail})',
    'when.withPlace': '{when}, {place}',
    'when.timeRange': '{start} tot {end}',

    'sms.confirmation': '{count, plural, one {Uw afspraak} other {Uw afspraken}} bij {holder}: {when}.',
    'sms.reminder': 'Herinnering: {count, plural, one {afspraak} other {afspraken}} bij {holder} op {when}.',
    'sms.confirm_prompt': '{count, plural, one {Afspraak} other {Afspraken}} bij {holder} op {when}.',
    'sms.change':
      'Gewijzigd: {count, plural, one {uw afspraak bij {holder} is} other {uw afspraken bij {holder} zijn}} nu op {when}.',
    'sms.cancellation':
      '{count, plural, one {Uw afspraak bij {holder} op {when} gaat} other {Uw afspraken bij {holder} op {when} gaan}} niet door.',
    'sms.replyYes': 'Antwoord JA om te bevestigen.',
    'sms.confirmLink': 'Bevestig via {link}',
    'sms.viewLink': 'Meer info: {link}',

    requestOpen:
      'Uw verzoek wordt bekeken. Tot u iets anders hoort, {count, plural, one {blijft de afspraak} other {blijven de afspraken}} staan.',

    'email.subject.confirmation': '{count, plural, one {Uw afspraak} other {Uw afspraken}} bij {holder}: {when}',
    'email.subject.reminder': 'Herinnering: {count, plural, one {afspraak} other {afspraken}} bij {holder} op {when}',
    'email.subject.confirm_prompt':
      'Bevestig uw {count, plural, one {afspraak} other {afspraken}} bij {holder} op {when}',
    'email.subject.change':
      'Gewijzigd: {count, plural, one {uw afspraak bij {holder} is} other {uw afspraken bij {holder} zijn}} nu op {when}',
    'email.subject.cancellation':
      '{count, plural, one {Afspraak bij {holder} op {when} gaat} other {Afspraken bij {holder} op {when} gaan}} niet door',

    'email.intro.confirmation':
      '{count, plural, one {Uw afspraak bij {holder} staat} other {Uw afspraken bij {holder} staan}} vast.',
    'email.intro.reminder':
      'Dit is een herinnering aan uw {count, plural, one {afspraak} other {afspraken}} bij {holder}.',
    'email.intro.confirm_prompt':
      'U hebt binnenkort {count, plural, one {een afspraak} other {# afspraken}} bij {holder}. Laat u weten of u komt?',
    'email.intro.change':
      '{count, plural, one {Uw afspraak bij {holder} is} other {Uw afspraken bij {holder} zijn}} gewijzigd. Dit zijn de nieuwe gegevens.',
    'email.intro.cancellation':
      '{count, plural, one {Uw afspraak bij {holder} gaat niet door. Dit was de afspraak.} other {Uw afspraken bij {holder} gaan niet door. Dit waren de afspraken.}}',
    'email.greeting': 'Beste {name},',
    'email.greetingUnnamed': 'Goedendag,',
    'email.labelDate': 'Datum',
    'email.labelTime': 'Tijd',
    'email.labelTitle': 'Afspraak',
    'email.labelPlace': 'Plaats',
    'email.labelPhone': 'Telefoon',
    'email.labelWebsite': 'Website',
    'email.actionConfirm': '{count, plural, one {Afspraak} other {Afspraken}} bevestigen of wijzigen',
    'email.actionView': '{count, plural, one {Afspraak} other {Afspraken}} bekijken',
    'email.calendarAdd':
      'Met het agendabestand bij dit bericht zet u de {count, plural, one {afspraak} other {afspraken}} in uw agenda.',
    'email.calendarRemove':
      'Met het agendabestand bij dit bericht haalt u de {count, plural, one {afspraak} other {afspraken}} uit uw agenda.',
    'email.timeZone': 'Tijdzone: {zone}.',
    'email.sentFor': 'Dit bericht is automatisch verstuurd namens {holder}.',
    'email.unsubscribe': 'Geen e-mail over afspraken bij {holder} meer ontvangen',

    'stop.holder': 'U krijgt geen sms meer van {holder}. Uw afspraken blijven staan. Toch weer sms? Antwoord START.',
    'stop.number':
      'U krijgt van dit nummer geen sms over afspraken meer. Uw afspraken blijven staan. Toch weer sms? Antwoord START.',
    'stop.all':
      'U krijgt op dit nummer geen sms over afspraken meer. Uw afspraken blijven staan. Toch weer sms? Antwoord START.',
    'start.holder':
      'U kunt weer sms krijgen over komende afspraken bij {holder}. Wat u miste, komt niet alsnog. Liever niet? Antwoord STOP.',
    'start.number':
      'U kunt van dit nummer weer sms krijgen over komende afspraken. Wat u miste, komt niet alsnog. Liever niet? Antwoord STOP.',
    'start.all':
      'U kunt op dit nummer weer sms krijgen over komende afspraken. Wat u miste, komt niet alsnog. Liever niet? Antwoord STOP.',
    'ambiguousReply.sms':
      'Er is niets bevestigd: wij weten niet welke afspraak u bedoelt. Wilt u bevestigen? Bel dan de organisatie waar u de afspraak hebt.',
    'ambiguousReply.intro':
      'Iemand antwoordde ja op een sms. Het is niet zeker dat het antwoord gaat over de afspraak op {when} bij {holder}.',
    'recipientCode.sms':
      'Uw inlogcode is {code}. De code werkt {minutes, plural, one {# minuut} other {# minuten}}. Geef de code aan niemand door.',
    'deletion.sms':
      'Uw gegevens worden nu verwijderd, zoals u hebt gevraagd. U krijgt geen berichten meer over uw afspraken. De afspraken zelf blijven staan.',
    'deletion.subject': 'Uw gegevens worden verwijderd',
    'deletion.last': 'Dit is ons laatste bericht aan u.',
    'staffCode.subject': 'Uw inlogcode voor {host}',
    'staffCode.intro': 'Met deze code logt u in op {host}:',
    'staffCode.validity': 'De code werkt {minutes, plural, one {# minuut} other {# minuten}} en maar één keer.',
    'staffCode.warning':
      'Vul de code alleen in op {host} en geef hem aan niemand door. Hebt u niet om een code gevraagd? Dan hoeft u niets te doen.',
    'unclearReply.subject': 'Antwoord op een sms van {holder} vraagt uw aandacht',
    'unclearReply.intro':
      'Iemand antwoordde op een sms over de afspraak op {when} bij {holder}. Wij konden het antwoord niet als ja of stop lezen.',
    'unclearReply.labelReply': 'Antwoord',
    'unclearReply.consequence': 'Er is niets gewijzigd. Neem zo nodig zelf contact op.',
    'unclearReply.action': 'Afspraak bekijken',
    'suggestionApproved.subject': 'Voorgesteld tijdstip geaccepteerd bij {holder}',
    'suggestionApproved.intro': '{name} heeft het voorgestelde tijdstip geaccepteerd: {date} om {time}.',
    'suggestionApproved.somebody': 'Een ontvanger',
    'suggestionApproved.consequence': 'Er is nog niets ingepland of verzet. Leg de afspraak zelf vast in uw agenda.',
    'suggestionApproved.action': 'Afspraak bekijken',
    'integration.name.google_calendar': 'Google Agenda',
    'integration.name.microsoft_365': 'Microsoft 365',
    'integration.name.caldav': 'CalDAV',
    'integration.description.google_calendar': 'Leest afspraken uit agenda’s van Google. Er wordt niets in gewijzigd.',
    'integration.description.microsoft_365':
      'Leest afspraken uit Outlook-agenda’s van Microsoft 365. Er wordt niets in gewijzigd.',
    'integration.description.caldav':
      'Leest afspraken uit agenda’s op een server met CalDAV, zoals iCloud, Nextcloud of Fastmail. Er wordt niets in gewijzigd.',
    'integrationProblem.subject': 'De koppeling met {name} werkt niet meer',
    'integrationProblem.intro': '{name} geeft Tijdig geen toegang meer tot de agenda van {holder}.',
    'integrationProblem.consequence':
      'Tot u opnieuw koppelt, worden nieuwe en gewijzigde afspraken uit deze agenda niet overgenomen. Afspraken die al bekend zijn, blijven staan en worden gewoon herinnerd.',
    'integrationProblem.action': 'Opnieuw koppelen',
    'calendarProblem.subject': 'Een agenda van {name} wordt niet meer gelezen',
    'calendarProblem.intro':
      '{name} geeft Tijdig geen toegang meer tot de agenda ‘{calendar}’ van {holder}: die is verwijderd of wordt niet meer gedeeld.',
    'calendarProblem.consequence':
      'Nieuwe en gewijzigde afspraken uit deze agenda worden niet meer overgenomen. Afspraken die al bekend zijn, blijven staan en worden gewoon herinnerd. Uw andere agenda’s worden gelezen als tevoren.',
    'calendarProblem.action': 'Agenda’s kiezen',
  },
}
