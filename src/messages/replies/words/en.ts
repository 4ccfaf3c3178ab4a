import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const en: ReplyWords = {
  yes: `
    yep, yeah, yea, yup, yeh, ya, y, c, aye, sure, sure thing, of course, absolutely, definitely, certainly, confirm, confirmed, confirming, i confirm,
    i can confirm, confirmation, i agree, agreed, perfect, great, good, fine, lovely, brilliant, all good, sounds good, that's fine, that is fine,
    thats good, that works, works for me, it works for me, that suits me, i will, i will come, i'll come, will come, i will be there, i'll be there,
    ill be there, will be there, be there, i'll be coming, i am coming, i'm coming, im coming, coming, i can come, i can make it, can make it,
    i'll make it, i will attend, i'll attend, will attend, attending, see you then, see u then, see ya then, see you there, cu then, count me in, will do,
    okie dokie, okey dokey, okey doke, okie, yess, okk, that's right, thats right, fab, yes from me, i shall be there, shall be there`,
  no: `
    no, nope, nah, naw, no i can't, no i cannot, no i won't, i can't, i cannot, can't, cannot, can not, i won't, decline, declined, i decline,
    i can't come, i cant come, can't come, i cannot come, i can not come, cannot come, can not come, i won't come, won't come, i will not come,
    will not come, not coming, i'm not coming, im not coming, i am not coming, can't make it, i can't make it, i cannot make it, i can not make it,
    cannot make it, won't make it, i won't make it, i will not make it, not going to make it, i'm not going to make it, unable to come, unable to attend,
    unable to make it, i am unable to attend, i'm unable to attend, i am unable to come, i'm unable to come, can't attend, i can't attend, cannot attend,
    i cannot attend, won't attend, i won't attend, won't be there, i won't be there, i will not be there, won't be able to come, won't be able to make it,
    won't be able to attend, i won't be able to come, i won't be able to make it, i won't be able to attend, not able to come, not able to make it,
    i am not able to come, i'm not able to come, unfortunately not, cancel, cancel it, cancel this, cancel that, canceled, cancelled, cancelling,
    canceling, to cancel, i cancel, i want to cancel, want to cancel, i wanna cancel, i would like to cancel, would like to cancel, i'd like to cancel,
    i need to cancel, need to cancel, i have to cancel, have to cancel, i must cancel, i am cancelling, i'm cancelling, can you cancel, could you cancel,
    please can you cancel, can't make that, cant make that, won't be coming, wont be coming, i won't be coming, no can do, can't do it, cant do it,
    can no longer make it, i can no longer make it, can no longer come, i can no longer come, can no longer attend, i can no longer attend, no can't do,
    no cant do, can't do, cant do, we can't come, we cant come, we can't make it, we cant make it, can we cancel, can i cancel, could we cancel,
    i can't make that, i cant make that, no longer needed, no longer need it, i no longer need it, i no longer need the appointment, no longer required,
    i have no time`,
  stop: `
    no more texts, no more text, no more messages, no more text messages, no more sms, no more reminders, no more msgs, no texts, no text messages, no sms,
    no messages, stop texting, stop texting me, stop the texts, stop the messages, stop the sms, stop these texts, stop these messages, stop messaging,
    stop messaging me, stop sending texts, stop sending messages, stop sending sms, stop sending me texts, stop sending me messages, stop sending me sms,
    stop sms messages, don't text me, dont text me, do not text me, don't text, don't text me anymore, don't text me any more, don't send me texts,
    don't send me messages, don't send texts, don't send messages, do not send me messages, do not send messages, i don't want messages,
    i don't want texts, i do not want messages, i don't want any more messages, i don't want any more texts, opt out, opt me out, unsubscribe me,
    unsubscribe from texts, unsubscribe from sms, unsubscribe from messages, remove me from sms, unsub, remove me from your text list,
    take me off your text list, remove me from your texts, remove me from texts`,
  start: `start texts again, start messages again, send me texts again, send me messages again`,
  help: `support`,
  polite: `
    thankyou, thank u, thanx, thnx, thx, tnx, ty, tysm, many thanks, thanks a lot, thanks so much, thank you so much, thank you very much, ta, pls, plz,
    plse, kind regards, best regards, regards, best, cheers, hi, hello, hey, good morning, good afternoon, good evening, dear, sir, madam, doctor, doc,
    see you, see you soon, see ya, bye, have a nice day, have a good day, looking forward to it`,
  sorry: `sorry, so sorry, very sorry, i'm sorry, im sorry, i am sorry, i'm so sorry, unfortunately, i'm afraid, afraid, apologies, my apologies`,
  appointment: `
    appointment, my appointment, the appointment, this appointment, appt, my appt, the appt, booking, my booking, visit, my visit, for my appointment,
    to my appointment`,
  messages: `texts, text, text messages, text message, messages, message, msgs, reminders, reminder, sms messages, all, all messages, all texts`,
  other: `no problem, no worries, no idea, not yet, no rush`,
}
