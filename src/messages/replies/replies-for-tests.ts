import type { Locale } from '#/locales/locales.ts'
import type { Reply } from './parse-reply.ts'

type Replies = { readonly [Meaning in Exclude<Reply, 'stop_all'>]: readonly string[] }

const replies = (confirm: string, stop: string, start: string, help: string, other: string): Replies => {
  const list = (text: string) => text.split(' | ')
  return { confirm: list(confirm), stop: list(stop), start: list(start), help: list(help), other: list(other) }
}

const papiamentu = replies(
  'Sí! | si danki | Ta bon | SI 👍',
  'Stòp | Para | para por fabor',
  'Kuminsá',
  'yudansa',
  'no | si pero mas lat | danki | mañan',
)

/** Replies as people write them in each language, and sentences that say more than yes or stop. */
// oxfmt-ignore
export const repliesByLocale: Readonly<Record<Locale, Replies>> = {
  en: replies('Yes! | yeah thanks | Sure. | confirmed', 'Stop it | opt out pls', 'START | resume', 'help | who is this?', 'yes but later | sea | stop smoking | no'),
  nl: replies('Ja! | oké hoor | is goed, groetjes', 'Afmelden | meld mij af aub', 'aanmelden', 'hulp', 'ja maar later | nee | stop met bellen'),
  de: replies('Ja! | jawohl, danke | In Ordnung. | Passt 👍', 'Stopp | abmelden bitte', 'anmelden', 'Hilfe!', 'nein | ja, aber später | da | ich stoppe die Behandlung'),
  da: replies('Ja tak | Jep! | bekræfter', 'Afmeld | stop tak', 'tilmeld', 'hjælp', 'nej | tak | ja men senere | da'),
  sv: replies('Ja tack! | japp | bekräftar', 'Avregistrera | sluta tack', 'starta', 'hjälp', 'nej | tack | ja men senare'),
  fi: replies('Kyllä, kiitos | joo | Sopii! | kylla', 'Lopeta | seis', 'aloita', 'apua', 'ei | ja | kiitos | kyllä mutta myöhemmin'),
  et: replies('Jah! | jaa aitäh | olen nõus | nous', 'Lõpeta | lopeta', 'alusta', 'abi', 'ei | ja | aitäh | jah, aga hiljem'),
  lv: replies('Jā! | ja, paldies | Labi | apstiprinu', 'Beigt | pārtraukt', 'sākt', 'palīdzība', 'nē | paldies | jā, bet vēlāk'),
  lt: replies('Taip! | taip, ačiū | Gerai', 'Atsisakau | sustabdyti', 'pradėti', 'pagalba', 'ne | ačiū | taip, bet vėliau'),
  pl: replies('TAK | tak, dziękuję! | potwierdzam | Oczywiście', 'wypisz mnie | Rezygnuję | stop prosze', 'wznów', 'pomoc', 'nie | ja | dziękuję | tak, ale później | co'),
  cs: replies('ANO | ano, děkuji! | potvrzuji | jo', 'odhlásit | Konec', 'přihlásit', 'nápověda', 'ne | já | tak | ano, ale později'),
  sk: replies('Áno! | ano dakujem | potvrdzujem | hej', 'odhlásiť | koniec', 'prihlásiť', 'pomoc', 'nie | ja | ďakujem | áno, ale neskôr'),
  sl: replies('Da! | ja, hvala | potrjujem | v redu', 'odjava | prekini prosim', 'prijava', 'pomoč', 'ne | hvala | da, ampak kasneje'),
  hr: replies('Da! | da, hvala | potvrđujem | može', 'odjava | odjavite me', 'prijava', 'pomoć', 'ne | ja | hvala | da, ali kasnije'),
  hu: replies('Igen! | igen, köszönöm | Rendben | jó', 'leiratkozás | leállítás', 'feliratkozás', 'segítség', 'nem | ja | köszönöm | igen, de később'),
  ro: replies('Da! | da, mulțumesc | confirm | De acord', 'dezabonare | oprește', 'pornește', 'ajutor', 'nu | și | mulțumesc | da, dar mai târziu'),
  bg: replies('Да! | да, благодаря | потвърждавам | ДОБРЕ', 'Стоп | спрете моля', 'започни', 'помощ', 'не | благодаря | да, но по-късно'),
  ru: replies('Да | да, спасибо! | Подтверждаю | хорошо', 'СТОП | отписаться | стоп смс', 'старт', 'помощь', 'нет | спасибо | да, но позже | буду позже'),
  el: replies('Ναι! | ναι ευχαριστώ | ΕΝΤΑΞΕΙ | nai', 'ΣΤΟΠ | διακοπή παρακαλώ', 'έναρξη', 'βοήθεια', 'όχι | ne | ευχαριστώ | ναι αλλά αργότερα'),
  fr: replies('Oui ! | OUI MERCI | D’accord | d\'accord, bonne journée | Je confirme', 'ARRÊT | arrêtez svp | Désabonnement', 'reprendre', 'aide', 'non | merci | oui mais plus tard | si | arrêt de travail'),
  it: replies('Sì! | si grazie | Va bene | confermo', 'ferma | disiscrivi', 'riprendi', 'aiuto', 'no | grazie | sì ma più tardi | da'),
  es: replies('¡Sí! | si gracias | Vale | Confirmo', 'BAJA | parar por favor', 'ALTA', 'ayuda', 'no | y | gracias | sí, pero más tarde | baja laboral'),
  pt: replies('Sim! | sim, obrigada | Está bem | confirmo', 'PARAR | sair', 'retomar', 'ajuda', 'não | já | obrigado | sim, mas mais tarde'),
  ga: replies('Tá! | Sea | CINNTE | sea, go raibh maith agat', 'Stad | díliostáil', 'tosaigh', 'cabhair', 'níl | go raibh maith agat | sea ach níos déanaí'),
  mt: replies('Iva! | iva grazzi | Tajjeb | nikkonferma', 'Ieqaf | waqqaf jekk jogħġbok', 'ibda', 'għajnuna', 'le | grazzi | iva imma aktar tard'),
  tr: replies('EVET | Evet, teşekkürler! | tamam | Onaylıyorum', 'Dur | ret', 'başla', 'yardım', 'hayır | ya | teşekkürler | evet ama daha sonra | iptal'),
  id: replies('Ya! | iya, terima kasih | Baik | setuju', 'Berhenti | hentikan', 'mulai', 'bantuan', 'tidak | si | terima kasih | ya tapi nanti'),
  sw: replies('Ndiyo! | ndio asante | Sawa | nathibitisha', 'Acha | simamisha tafadhali', 'anza', 'msaada', 'hapana | si | asante | ndiyo lakini baadaye'),
  vi: replies('Vâng! | dạ | Có, cảm ơn | dong y | vâng ạ', 'Dừng | ngừng', 'bắt đầu', 'trợ giúp', 'không | dung | cảm ơn | có nhưng muộn hơn'),
  'zh-Hans': replies('是 | 好的，谢谢！ | 确认 | 好的谢谢 | 没问题', '退订 | TD | 停止', '开始', '帮助', '不是 | 谢谢 | 好的，但是晚一点 | 不行'),
  'zh-Hant': replies('是 | 好的，謝謝！ | 確認 | 好的謝謝', '退訂 | 停止', '開始', '幫助', '不是 | 謝謝 | 好的，但是晚一點 | 不行'),
  ja: replies('はい | はい、お願いします。 | はいお願いします | 了解しました | ハイ', '停止 | 配信停止お願いします', '再開', 'ヘルプ', 'いいえ | 大丈夫です | ありがとう | はい、でも遅れます'),
  ko: replies('네 | 네, 감사합니다! | 네감사합니다 | 확인했습니다 | 넵', '수신거부 | 중지', '시작', '도움말', '아니요 | 감사합니다 | 네 그런데 늦어요'),
  ar: replies('نعم | نعَم، شكراً! | أيوه | ايوا | موافق إن شاء الله', 'إيقاف | ايقاف | توقف من فضلك', 'ابدأ', 'مساعدة', 'لا | شكرا | نعم لكن لاحقا'),
  fa: replies('بله | بله، ممنون! | آره | تایید می‌کنم | باشه', 'توقف | لغو اشتراک', 'شروع', 'راهنما', 'نه | ممنون | بله ولی دیرتر | لغو'),
  ur: replies('جی | جی ہاں، شکریہ! | هاں | ٹھیک ہے | ji haan', 'بند کریں | اسٹاپ', 'شروع کریں', 'مدد', 'نہیں | جی نہیں | شکریہ | ہاں مگر بعد میں'),
  hi: replies('हाँ | जी हां, धन्यवाद! | ठीक है | haan ji', 'बंद करें | स्टॉप', 'शुरू करें', 'मदद', 'नहीं | है | धन्यवाद | हाँ लेकिन बाद में'),
  bn: replies('হ্যাঁ | জি, ধন্যবাদ! | ঠিক আছে', 'বন্ধ করুন | স্টপ', 'শুরু করুন', 'সাহায্য', 'না | জি না | ধন্যবাদ | হ্যাঁ কিন্তু পরে'),
  ta: replies('ஆம் | ஆமாம், நன்றி! | சரி', 'நிறுத்து | நிறுத்தவும்', 'தொடங்கு', 'உதவி', 'இல்லை | நன்றி | ஆம் ஆனால் பிறகு'),
  'pa-Guru': replies('ਹਾਂ | ਹਾਂ ਜੀ, ਧੰਨਵਾਦ! | ਠੀਕ ਹੈ', 'ਬੰਦ ਕਰੋ | ਸਟਾਪ', 'ਸ਼ੁਰੂ ਕਰੋ', 'ਮਦਦ', 'ਨਹੀਂ | ਧੰਨਵਾਦ | ਹਾਂ ਪਰ ਬਾਅਦ ਵਿੱਚ'),
  'pap-CW': papiamentu,
  'pap-BQ': papiamentu,
  'pap-AW': replies('Si! | si danki | ta bon', 'Para | stòp', 'Cuminsa', 'ayudo', 'no | si pero mas laat | danki'),
}
