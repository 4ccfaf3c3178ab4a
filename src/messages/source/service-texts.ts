import { label, sms, subject, text } from './entry.ts'

const keepStart =
  'Keep the word START in Latin capitals: it is what to reply. Answers STOP; appointments themselves are not touched.'
const keepStop = 'Keep the word STOP in Latin capitals: it is what to reply. Answers START.'

const answersReply = 'Staff choose it to answer a text message of a recipient. One part of a text message.'

/** Other texts to recipients: answers to replies, sign-in codes, deletion of their data. */
export const serviceTexts = {
  'stop.holder': sms(
    'You will get no more texts from {holder}. Your appointments are not affected. To get texts again, reply START.',
    keepStart,
  ),
  'stop.household': sms(
    'Nobody on this number will get texts from {holder} any more. Your appointments are not affected. To get texts again, reply START.',
    `${keepStart} Several people have this number as theirs.`,
  ),
  'stop.number': sms(
    'You will get no more texts about appointments from this number. Your appointments are not affected. To get texts again, reply START.',
    keepStart,
  ),
  'stop.all': sms(
    'You will get no more texts about appointments on this number. Your appointments are not affected. To get texts again, reply START.',
    `${keepStart} "This number" is the reader’s own telephone number.`,
  ),
  'start.holder': sms(
    'You will get texts about appointments with {holder} again. Earlier ones are not sent now. No more texts? Reply STOP.',
    keepStop,
  ),
  'start.number': sms(
    'You will get texts about appointments from this number again. Earlier ones are not sent now. No more texts? Reply STOP.',
    keepStop,
  ),
  'start.all': sms(
    'You will get texts about appointments on this number again. Earlier ones are not sent now. No more texts? Reply STOP.',
    `${keepStop} "This number" is the reader’s own telephone number.`,
  ),
  'help.holder': sms(
    'This number sends texts about your appointments with {holder}. Questions? Please call {holder}. No more texts? Reply STOP.',
    'Answers a reply of HELP or INFO. Keep the word STOP in Latin capitals: it is what to reply.',
  ),
  'ambiguousReply.sms': sms(
    'Nothing was changed: we do not know which appointment you mean. Please call where you have the appointment.',
    'Answers a yes or no that may be about several appointments.',
  ),
  'declined.sms': sms(
    '{holder} knows that you cannot come. Until they answer, your appointment stands.',
    'Answers somebody who replied to a reminder that they do not come. Nothing is cancelled yet: staff decide.',
  ),
  'declined.link': sms(
    'Another time: {link}',
    'Follows that answer: where to ask for another time. Left out where the text would take three parts.',
  ),
  'answer.received': sms('{holder}: we have received your message and will answer it.', answersReply),
  'answer.call_us': sms('{holder}: please call us about your appointment.', answersReply),
  'answer.we_will_call': sms('{holder}: we will call you about your appointment.', answersReply),
  'answer.appointment_stands': sms('{holder}: your appointment stands as it is.', answersReply),
  'answer.use_the_link': sms(
    '{holder}: here you can ask for another time or to cancel: {link}',
    `${answersReply} Nothing is changed by opening it: staff decide.`,
  ),
  'answer.come_anyway': sms('{holder}: please come at the agreed time, you are welcome.', answersReply),
  'answer.wrong_number': sms(
    '{holder}: sorry, our message was not meant for you. We will correct the number.',
    `${answersReply} For somebody whose number is on file as another person’s.`,
  ),
  'answer.thanks': sms('{holder}: thank you for your message.', answersReply),
  'recipientCode.sms': sms(
    'Tijdig: {code} is your code to sign in to your appointments. It works for {minutes, plural, one {# minute} other {# minutes}}. Do not share it.',
    'Text message with a code to sign in. It names Tijdig and says what the code is for. # is the number of minutes, written in digits.',
  ),
  'linked.sms': sms(
    'Tijdig: as you asked, you can now see your appointments: {link}',
    'Text message to somebody who signed in and waited until it was checked who they are. It names Tijdig first. Short: one SMS with its link.',
  ),
  'deletion.sms': sms(
    'Tijdig: as you asked, we are deleting your data. You will get no more messages. Your appointments are not affected.',
    'The last text message to somebody who asked for their data to be deleted; also the first paragraph of the mail.',
  ),
  'deletion.subject': subject('Your data are being deleted', 'Subject of the last mail to somebody who asked for it.'),
  'deletion.last': text('This is our last message to you.', 'Last line of that mail.'),

  'page.unsubscribe.title': subject('Stop e-mail', 'Title of the page where one ends mail about appointments.'),
  'page.unsubscribe.askHeading': label('No more e-mail about appointments?', 'Heading of that page.'),
  'page.unsubscribe.ask': text(
    '{holder} will then send you no more reminders, changes or cancellations by e-mail. Your appointments are not affected.',
    'Explains what the button does.',
  ),
  'page.unsubscribe.button': label('Stop e-mail', 'The button that ends mail from one organization.'),
  'page.unsubscribe.doneHeading': label('You will get no more e-mail', 'Heading after it was done.'),
  'page.unsubscribe.done': text('{holder} will send you no more e-mail about appointments.', 'After it was done.'),
  'page.unsubscribe.brokenHeading': label(
    'This link does not work',
    'Heading when the address of the page is damaged.',
  ),
  'page.unsubscribe.broken': text(
    'Nothing was changed. Open the link from the e-mail again, or ask where you have the appointment to stop the e-mail.',
    'When the address of the page is damaged.',
  ),
} as const
