import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderIntegrationName, renderIntegrationProblem } from './render-integration.ts'

test('a kind of calendar is named in the language of who asks', () => {
  assert.equal(renderIntegrationName('google_calendar', ['nl']).name, 'Google Agenda')
  assert.equal(renderIntegrationName('google_calendar', ['en']).name, 'Google Calendar')
  assert.notEqual(
    renderIntegrationName('caldav', ['nl']).description,
    renderIntegrationName('caldav', ['en']).description,
  )
})

test('the mail about a connection that stopped names it, the organization and where to connect again', () => {
  for (const language of ['nl', 'en']) {
    const email = renderIntegrationProblem({
      localePreferences: [language],
      provider: 'microsoft_365',
      holderDisplayName: 'Praktijk <De Linde>',
      calendarName: null,
      link: 'https://tijdig.example/setup/integrations',
    })
    assert.match(email.subject, /Microsoft 365/)
    assert.match(email.text, /Praktijk <De Linde>/)
    assert.match(email.html, /Praktijk &lt;De Linde&gt;/)
    assert.match(email.text, /https:\/\/tijdig\.example\/setup\/integrations/)
  }
})

test('the mail about one calendar names it, and says that the others are read as before', () => {
  const email = renderIntegrationProblem({
    localePreferences: ['en'],
    provider: 'google_calendar',
    holderDisplayName: 'De Linde',
    calendarName: 'Room <2>',
    link: 'https://tijdig.example/setup/integrations',
  })
  assert.match(email.text, /calendar ‘Room <2>’ of De Linde/)
  assert.match(email.html, /Room &lt;2&gt;/)
  assert.match(email.text, /other calendars are read as before/)
})
