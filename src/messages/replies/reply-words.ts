import type { Locale } from '#/locales/locales.ts'

/** Words and phrases of replies in a language, separated by commas, with or without their accents. */
export type ReplyWords = {
  readonly yes: string
  readonly stop: string
  readonly start: string
  readonly help: string
  /** May come before or after any of them. */
  readonly polite: string
  /** Words that mean something else here, though another language, or a carrier, takes them for a yes or a stop. */
  readonly other?: string
}

/**
 * Words that count in every language. On these stop words carriers themselves block further messages (CTIA, Twilio),
 * whatever we make of them.
 */
export const everywhere: ReplyWords = {
  yes: 'yes, ok, okay, oke, okey, okee, y, 👍, ✅, ✔, 👌, ☑, 🆗',
  stop: 'stop, stopp, stpo, sotp, unsubscribe, end, quit, revoke, optout, opt out',
  start: 'start, unstop',
  help: 'help, info',
  polite: 'please, thanks, thank you, 🙏, 😊, 🙂, 😀, 😃, 😄, 😁, ❤',
}

const papiamentu: ReplyWords = {
  yes: 'si, sí, sigur, ta bon, bon, di akuerdo, konfirmá, mi ta konfirmá',
  stop: 'stòp, para, stop mensahe',
  start: 'kuminsá, kumisá, inskribí',
  help: 'yudansa, yuda, informashon',
  polite: 'danki, masha danki, ayo, por fabor',
  other: 'ya, no',
}

/** The words of each language. In other languages they count only where no language contradicts them. */
// oxfmt-ignore
export const replyWords: Readonly<Record<Locale, ReplyWords>> = {
  en: { yes: 'yep, yeah, yup, yea, ya, sure, confirm, confirmed, i confirm, c, will be there', stop: 'stop it, opt-out, remove me, stop texting', start: 'resume, subscribe, opt in', help: 'support, who is this', polite: 'thankyou, thx, ty, many thanks, thanks a lot, pls, plz, kind regards, regards, cheers', other: 'si, da, no, sea' },
  nl: { yes: 'ja, jaa, jawel, jep, jup, joh, akkoord, prima, goed, is goed, komt goed, bevestig, bevestigd, bevestigen, ik bevestig, j, c, ik kom', stop: 'afmelden, uitschrijven, stoppen, stop ermee, meld mij af', start: 'aanmelden, inschrijven, hervatten, starten', help: 'hulp, wie is dit', polite: 'met vriendelijke groet, alvast bedankt, hartelijk dank, hartelijk bedankt, dank u wel, dank je wel, dank u, dank je, dank, dankuwel, dankjewel, bedankt, graag, alstublieft, alsjeblieft, aub, svp, hoor, groet, groeten, groetjes, mvg, top', other: 'da, no' },
  de: { yes: 'ja, jaa, jawohl, jep, jo, klar, gut, in ordnung, einverstanden, passt, bestätigt, bestätige, bestätigen, ich komme, j', stop: 'abmelden, abbestellen, austragen, stoppen, beenden', start: 'anmelden, starten, fortsetzen', help: 'hilfe', polite: 'danke, dankeschön, danke schön, vielen dank, besten dank, bitte, gern, gerne, mfg, viele grüße, liebe grüße, mit freundlichen grüßen', other: 'da, si' },
  da: { yes: 'ja, jaa, jep, jo, japs, bekræft, bekræfter, bekræftet, fint, helt fint, j', stop: 'afmeld, frameld, stop sms', start: 'tilmeld, begynd', help: 'hjælp', polite: 'tak, mange tak, på forhånd tak, venlig hilsen, mvh, hilsen', other: 'da, si' },
  sv: { yes: 'ja, jaa, japp, jajamän, jo, absolut, bekräfta, bekräftar, bekräftat, bra, det går bra, j', stop: 'avregistrera, avsluta, sluta, avanmäl', start: 'starta, anmäl, börja', help: 'hjälp', polite: 'tack, tack så mycket, snälla, mvh, hälsningar, vänliga hälsningar', other: 'da, si' },
  fi: { yes: 'kyllä, joo, juu, jep, jees, sopii, se sopii, vahvistan, vahvistettu, selvä, kiitos kyllä', stop: 'lopeta, seis, peru tilaus, poista, lopettakaa', start: 'aloita, käynnistä, jatka', help: 'apua, ohje', polite: 'kiitos, kiitoksia, paljon kiitoksia, terveisin, kiitti', other: 'ja, no, jo, si' },
  et: { yes: 'jah, jaa, sobib, kinnitan, kinnitatud, nõus, olen nõus, hästi, jep', stop: 'lõpeta, peata, loobu, lõpetage', start: 'alusta, jätka', help: 'abi', polite: 'aitäh, tänan, palun, tänud, tervitades', other: 'ja, no, si' },
  lv: { yes: 'jā, ja, labi, apstiprinu, apstiprināts, protams, der, piekrītu', stop: 'beigt, pārtraukt, atteikties, apturēt', start: 'sākt, atsākt', help: 'palīdzība, palīgā', polite: 'paldies, lūdzu, liels paldies, ar cieņu', other: 'ne, da, si' },
  lt: { yes: 'taip, gerai, tinka, patvirtinu, patvirtinta, sutinku, žinoma, jo', stop: 'sustabdyti, atsisakyti, nutraukti, stabdyti, atsisakau', start: 'pradėti, atnaujinti', help: 'pagalba', polite: 'ačiū, aciu, prašau, labai ačiū, dėkoju, pagarbiai', other: 'ne, da, si' },
  pl: { yes: 'tak, oczywiście, potwierdzam, potwierdzone, potwierdzone, zgoda, dobrze, pewnie, jasne, okej, będę', stop: 'wypisz, rezygnuję, wypisz mnie, zatrzymaj, rezygnacja', start: 'wznów, zapisz, rozpocznij', help: 'pomoc', polite: 'dziękuję, dziekuje, dzięki, dzieki, proszę, prosze, pozdrawiam, z poważaniem', other: 'ja, no, co, si, da, ano' },
  cs: { yes: 'ano, jo, jasně, potvrzuji, potvrzuju, potvrzeno, dobře, souhlasím, určitě, v pořádku, přijdu', stop: 'odhlásit, zrušit odběr, konec, ukončit, přestaňte', start: 'přihlásit, začít, obnovit', help: 'pomoc, nápověda', polite: 'děkuji, dekuji, děkuju, díky, diky, prosím, s pozdravem, děkuji moc', other: 'já, ja, tak, co, no, si, da' },
  sk: { yes: 'áno, ano, hej, jasné, potvrdzujem, potvrdené, dobre, súhlasím, určite, v poriadku, prídem', stop: 'odhlásiť, zrušiť odber, koniec, ukončiť, prestaňte', start: 'prihlásiť, začať, obnoviť', help: 'pomoc', polite: 'ďakujem, dakujem, vďaka, prosím, s pozdravom, ďakujem pekne', other: 'ja, tak, co, no, si, da, jo' },
  sl: { yes: 'da, ja, seveda, potrjujem, potrjeno, v redu, dobro, strinjam se, pridem', stop: 'odjava, odjavi, ustavi, prekini, odjavite me', start: 'prijava, začni, nadaljuj', help: 'pomoč', polite: 'hvala, prosim, hvala lepa, lep pozdrav, lp', other: 'ne, no, si, tak' },
  hr: { yes: 'da, potvrđujem, potvrdujem, potvrđeno, može, u redu, dobro, naravno, slažem se, dolazim', stop: 'odjava, odjavi, zaustavi, prekini, odjavite me', start: 'prijava, započni, nastavi, pokreni', help: 'pomoć', polite: 'hvala, molim, hvala lijepa, puno hvala, lp, lijep pozdrav', other: 'ja, ne, no, si, jo' },
  hu: { yes: 'igen, ige, rendben, jó, megerősítem, megerősítve, persze, elfogadom, visszaigazolom', stop: 'leiratkozás, leiratkozom, vége, leállítás, állj', start: 'feliratkozás, indítás, folytatás', help: 'segítség', polite: 'köszönöm, koszonom, köszi, kösz, kérem, üdvözlettel, köszönettel', other: 'ja, ne, no, si, da, is' },
  ro: { yes: 'da, sigur, confirm, confirmat, de acord, bine, desigur, este bine, vin', stop: 'opreste, oprește, opriți, dezabonare, renunț, dezabonează', start: 'pornește, începe, reia, abonare', help: 'ajutor', polite: 'mulțumesc, multumesc, mersi, vă rog, va rog, cu stimă, mulțumesc frumos', other: 'și, si, ne, no, ano' },
  bg: { yes: 'да, добре, потвърждавам, потвърдено, разбира се, ок, окей, съгласен, съгласна, става, da', stop: 'стоп, спри, спрете, отпиши, отказ от съобщения, отпишете ме', start: 'старт, започни, запиши', help: 'помощ, инфо', polite: 'благодаря, мерси, моля, много благодаря, поздрави, благодаря ви', other: 'не, ne, no, si, ja' },
  ru: { yes: 'да, ага, угу, конечно, подтверждаю, подтверждено, хорошо, ок, окей, согласен, согласна, буду, приду, da', stop: 'стоп, отписаться, отписка, отпишите, прекратить, остановить, хватит', start: 'старт, начать, подписаться, возобновить', help: 'помощь, инфо, справка', polite: 'спасибо, пожалуйста, благодарю, большое спасибо, спс, с уважением, хорошего дня', other: 'нет, не, ne, no, si, ja' },
  el: { yes: 'ναι, μάλιστα, εντάξει, οκ, οκέι, βεβαίως, σύμφωνοι, επιβεβαιώνω, επιβεβαιώθηκε, φυσικά, θα έρθω, nai, entaxei, entaksi', stop: 'στοπ, σταμάτα, σταματήστε, διακοπή, διαγραφή, απεγγραφή', start: 'έναρξη, ξεκινήστε, εγγραφή, σταρτ', help: 'βοήθεια, πληροφορίες', polite: 'ευχαριστώ, παρακαλώ, ευχαριστώ πολύ, σας ευχαριστώ, με εκτίμηση, efxaristo, euxaristo', other: 'ne, όχι, oxi, si, da, ja' },
  fr: { yes: 'oui, ouii, ouais, d’accord, d accord, dac, entendu, bien sûr, volontiers, confirme, je confirme, confirmé, c’est bon, parfait', stop: 'arrêt, arret, arrêter, arrêtez, désabonner, désabonnement, désinscrire, désinscription, stopper', start: 'commencer, reprendre, démarrer, réabonner, abonner', help: 'aide', polite: 'merci, merci beaucoup, svp, s’il vous plaît, s il vous plait, cordialement, bien à vous, bonne journée', other: 'si, non, ne, da, ja' },
  it: { yes: 'sì, si, certo, va bene, confermo, confermato, confermata, d’accordo, d accordo, perfetto, ci sarò, s', stop: 'ferma, fermare, disiscrivi, disiscrizione, stoppa, basta', start: 'inizia, avvia, riprendi, iscrivi', help: 'aiuto', polite: 'grazie, grazie mille, prego, per favore, per piacere, cordiali saluti, saluti', other: 'da, no, ne, e, y, ano, ja' },
  es: { yes: 'sí, si, sip, claro, vale, de acuerdo, confirmo, confirmado, confirmada, por supuesto, perfecto, s', stop: 'baja, darse de baja, dar de baja, parar, pare, alto, detener, basta', start: 'alta, iniciar, reanudar, comenzar, empezar', help: 'ayuda', polite: 'gracias, muchas gracias, por favor, saludos, mil gracias, muy amable', other: 'y, ya, no, da, ja, jo' },
  pt: { yes: 'sim, s, claro, certo, confirmo, confirmado, confirmada, está bem, tá, de acordo, combinado, com certeza, perfeito', stop: 'parar, pare, sair, descadastrar, remover, chega', start: 'iniciar, começar, retomar', help: 'ajuda', polite: 'obrigado, obrigada, muito obrigado, muito obrigada, por favor, cumprimentos, atenciosamente', other: 'si, já, ja, não, nao, no, da, é, e' },
  ga: { yes: 'tá, sea, is ea, ’sea, cinnte, ceart go leor, dearbhaím, deimhním, deimhnithe, glacaim leis, maith go leor', stop: 'stad, stop anois, díliostáil', start: 'tosaigh, atosaigh', help: 'cabhair, cúnamh, eolas', polite: 'go raibh maith agat, go raibh maith agaibh, grma, le do thoil, más é do thoil é', other: 'ja, da, si, no' },
  mt: { yes: 'iva, ija, iwa, tajjeb, sew, orrajt, nikkonferma, ikkonfermat, naqbel', stop: 'ieqaf, waqqaf, nieqaf', start: 'ibda, erġa ibda', help: 'għajnuna, ghajnuna', polite: 'grazzi, jekk jogħġbok, jekk joghgbok, grazzi ħafna, prosit', other: 'ja, da, si, no' },
  tr: { yes: 'evet, tamam, olur, onaylıyorum, onayla, onay, kabul, tabii, tabi, peki, e', stop: 'dur, durdur, ret, çıkış, abonelikten çık', start: 'başla, başlat, devam', help: 'yardım', polite: 'teşekkürler, teşekkür ederim, tesekkurler, lütfen, lutfen, sağolun, sağ olun, iyi günler', other: 'ya, he, abi, ne, no, si, da, hayır' },
  id: { yes: 'ya, iya, yah, yoi, baik, siap, setuju, konfirmasi, saya konfirmasi, oke siap, bisa, tentu', stop: 'berhenti, hentikan, setop, unreg', start: 'mulai, daftar, lanjut', help: 'bantuan, tolong info', polite: 'terima kasih, terimakasih, makasih, tolong, mohon, trims', other: 'si, da, no, ne, tidak' },
  sw: { yes: 'ndiyo, ndio, naam, sawa, nathibitisha, nimethibitisha, nakubali, hakika', stop: 'acha, simamisha, ondoa, sitisha', start: 'anza, endelea, jiunge', help: 'msaada, usaidizi', polite: 'asante, asante sana, tafadhali, shukrani', other: 'si, ya, da, no, ne, hapana' },
  vi: { yes: 'vâng, vang, có, co, dạ, da, dạ vâng, da vang, được, đồng ý, dong y, xác nhận, xac nhan, đúng, ừ, tôi đồng ý', stop: 'dừng, dừng lại, ngừng, ngưng, hủy đăng ký, huy dang ky', start: 'bắt đầu, bat dau, tiếp tục, đăng ký', help: 'trợ giúp, tro giup, giúp', polite: 'cảm ơn, cám ơn, cam on, xin cảm ơn, xin, ạ, nhé, vui lòng', other: 'dung, không, khong, si, ja, ta' },
  'zh-Hans': { yes: '是, 是的, 好, 好的, 好啊, 好滴, 确认, 确定, 可以, 行, 没问题, 嗯, 对, 对的, 同意', stop: '停, 停止, 退订, 退订短信, 取消订阅, td', start: '开始, 订阅, 恢复', help: '帮助', polite: '谢谢, 谢谢您, 多谢, 请, 麻烦了, 感谢, 您好, 你好', other: '不, 否, 不是, 不行, 不好, 不可以' },
  'zh-Hant': { yes: '是, 是的, 好, 好的, 好啊, 好喔, 好呀, 確認, 確定, 可以, 行, 沒問題, 嗯, 對, 對的, 同意, 係, 係呀', stop: '停, 停止, 退訂, 取消訂閱, 停止發送', start: '開始, 訂閱, 恢復', help: '幫助, 說明', polite: '謝謝, 謝謝您, 多謝, 請, 麻煩了, 感謝, 您好, 你好, 唔該', other: '不, 否, 不是, 不行, 不好, 唔係, 不可以' },
  ja: { yes: 'はい, ハイ, はーい, ええ, うん, 了解, 了解です, 了解しました, 承知しました, 承知いたしました, 確認, 確認しました, 確定, オッケー, オーケー, オッケーです, わかりました, 分かりました, hai', stop: '停止, 配信停止, ストップ, 解除, 配信解除, 中止', start: '開始, 再開, 登録, スタート', help: 'ヘルプ, 問い合わせ', polite: 'お願いします, お願いいたします, よろしくお願いします, よろしくお願いいたします, ありがとうございます, ありがとう, です, どうも', other: 'いいえ, 大丈夫, 大丈夫です, いいです, 結構です, ne' },
  ko: { yes: '네, 예, 넵, 넹, 넴, 네네, 응, 좋아요, 좋습니다, 확인, 확인했습니다, 확인합니다, 알겠습니다, 동의, 동의합니다, 오케이, 오키, 갈게요, 가겠습니다', stop: '중지, 정지, 그만, 수신거부, 수신 거부, 거부, 스톱, 해지, 구독취소', start: '시작, 수신동의, 수신 동의, 재개', help: '도움말, 도움, 문의', polite: '감사합니다, 고맙습니다, 감사해요, 부탁드립니다, 부탁드려요, 수고하세요', other: '아니요, 아니오, ne' },
  ar: { yes: 'نعم, اي, أي, أيوه, ايوا, أيوا, إيه, تمام, موافق, موافقة, أكيد, حاضر, اوكي, أوكي, اوك, أؤكد, مؤكد, طيب, تم التأكيد, naam, na3am, aywa, aiwa', stop: 'إيقاف, ايقاف, توقف, قف, أوقف, وقف, إلغاء الاشتراك, ستوب, الغاء الاشتراك', start: 'ابدأ, ابدا, بدء, استئناف, اشتراك', help: 'مساعدة, معلومات', polite: 'شكرا, شكراً, شكرا لكم, شكرا جزيلا, من فضلك, من فضلكم, لو سمحت, جزاكم الله خيرا, إن شاء الله, ان شاء الله', other: 'لا, غير موافق' },
  fa: { yes: 'بله, بلی, آره, اره, باشه, باشد, اوکی, اوکیه, تایید, تأیید, تایید می‌کنم, تایید میکنم, حتما, چشم, موافقم, درسته, bale, baleh, are', stop: 'توقف, لغو اشتراک, قطع, استاپ, متوقف کنید', start: 'شروع, آغاز, ادامه', help: 'کمک, راهنما, راهنمایی', polite: 'ممنون, ممنونم, متشکرم, مرسی, با تشکر, سپاس, لطفا, لطفاً, تشکر', other: 'نه, خیر' },
  ur: { yes: 'ہاں, جی, جی ہاں, ہاں جی, بالکل, ٹھیک ہے, ٹھیک, اچھا, درست, اوکے, منظور, تصدیق, haan, han ji, haan ji, ji, jee, ji haan, theek hai', stop: 'بند, بند کریں, بند کرو, روکیں, روک دیں, سٹاپ, اسٹاپ, رکیں', start: 'شروع, شروع کریں, جاری کریں', help: 'مدد, معلومات', polite: 'شکریہ, مہربانی, بہت شکریہ, براہ کرم, برائے مہربانی, shukriya', other: 'نہیں, جی نہیں, nahi, han' },
  hi: { yes: 'हाँ, हां, हा, जी, जी हाँ, जी हां, हाँ जी, हां जी, ठीक है, ठीक, बिल्कुल, पुष्टि, पुष्टि करें, मंज़ूर, मंजूर, ओके, haan, haan ji, ji haan, ji, theek hai, thik hai', stop: 'बंद, बंद करें, बंद करो, बन्द करें, रोकें, रोको, रुकें, स्टॉप, band karo', start: 'शुरू, शुरू करें, चालू, चालू करें, स्टार्ट', help: 'मदद, सहायता, हेल्प', polite: 'धन्यवाद, शुक्रिया, कृपया, बहुत धन्यवाद, थैंक यू, dhanyavad, shukriya', other: 'नहीं, नही, है, जी नहीं, nahi' },
  bn: { yes: 'হ্যাঁ, হ্যা, হাঁ, জি, জ্বি, জী, ঠিক আছে, আচ্ছা, নিশ্চিত, নিশ্চিত করছি, ওকে, ji, thik ache, hyan', stop: 'বন্ধ, বন্ধ করুন, বন্ধ কর, থামুন, থামান, স্টপ', start: 'শুরু, শুরু করুন, চালু, চালু করুন', help: 'সাহায্য, সহায়তা, তথ্য', polite: 'ধন্যবাদ, অনেক ধন্যবাদ, অনুগ্রহ করে, দয়া করে', other: 'না, জি না' },
  ta: { yes: 'ஆம், ஆமாம், ஆமா, சரி, சரிங்க, உறுதி, உறுதிப்படுத்துகிறேன், ஓகே, aam, aamaam, aama, sari', stop: 'நிறுத்து, நிறுத்தவும், நிறுத்துங்கள், ஸ்டாப்', start: 'தொடங்கு, தொடங்கவும், தொடர், ஆரம்பி', help: 'உதவி', polite: 'நன்றி, மிக்க நன்றி, தயவுசெய்து, தயவு செய்து, nandri', other: 'இல்லை, வேண்டாம்' },
  'pa-Guru': { yes: 'ਹਾਂ, ਹਾਂ ਜੀ, ਹਾਂਜੀ, ਜੀ, ਜੀ ਹਾਂ, ਠੀਕ ਹੈ, ਠੀਕ, ਪੁਸ਼ਟੀ, ਮਨਜ਼ੂਰ, ਓਕੇ, haan, haanji, hanji, haan ji, ji, theek hai, thik hai', stop: 'ਬੰਦ, ਬੰਦ ਕਰੋ, ਰੋਕੋ, ਸਟਾਪ', start: 'ਸ਼ੁਰੂ, ਸ਼ੁਰੂ ਕਰੋ, ਚਾਲੂ, ਚਾਲੂ ਕਰੋ', help: 'ਮਦਦ, ਸਹਾਇਤਾ', polite: 'ਧੰਨਵਾਦ, ਮਿਹਰਬਾਨੀ, ਕਿਰਪਾ ਕਰਕੇ, ਸ਼ੁਕਰੀਆ, dhanvaad', other: 'ਨਹੀਂ, ਨਾ, nahi' },
  'pap-CW': papiamentu,
  'pap-BQ': papiamentu,
  'pap-AW': { ...papiamentu, yes: 'si, sí, sigur, ta bon, bon, di acuerdo, confirma, mi ta confirma', start: 'cuminsa, cumisa, inscribi', help: 'ayudo, yudansa, informacion' },
}
