import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const hu: ReplyWords = {
  yes: `
    igen, igenn, ige, ja igen, persze, hogyne, naná, természetesen, biztosan, mindenképpen, rendben, rendben van, rendben lesz, rb, rendi, jó, jó lesz,
    jó nekem, jól van, oké, okés, okok, oksa, megfelel, nekem megfelel, megfelel nekem, megerősítem, megerősítve, megerősítés, visszaigazolom,
    visszaigazolva, elfogadom, elfogadva, egyetértek, szuper, tökéletes, kiváló, remek, úgy van, i, ott leszek, igen ott leszek, ott leszünk, megyek,
    igen megyek, megyünk, el tudok menni, el tudok jönni, jövök, jövünk, érkezem, megjelenek, tudok menni, tudok jönni, elmegyek, viszlát akkor,
    akkor találkozunk, találkozunk, eljövök, oksi, az időpont jó, jó az időpont, megfelel az időpont`,
  no: `
    nem, neem, nem köszönöm, sajnos nem, nem sajnos, nem tudok, sajnos nem tudok, nem tudok menni, sajnos nem tudok menni, nem tudok jönni,
    sajnos nem tudok jönni, nem tudok elmenni, sajnos nem tudok elmenni, nem tudok ott lenni, sajnos nem tudok ott lenni, nem tudok részt venni,
    nem megyek, sajnos nem megyek, nem jövök, nem leszek ott, sajnos nem leszek ott, nem jó, sajnos nem jó, nem jó nekem, nem felel meg,
    nekem nem felel meg, sajnos nem felel meg, nem érek rá, sajnos nem érek rá, nem alkalmas, nem tudunk menni, nem megyünk, akadályoztatva vagyok,
    közbejött valami, nem tudok akkor menni, nem megy, nem lehet, lemondom, lemondás, lemondani, lemondanám, lemondva, mondja le, mondják le, mondd le,
    le szeretném mondani, szeretném lemondani, le kell mondanom, sajnos le kell mondanom, le kell mondjam, szeretném lemondani az időpontot,
    szeretném lemondani az időpontomat, le szeretném mondani az időpontot, le szeretném mondani az időpontomat, lemondom az időpontot,
    lemondom az időpontomat, kérem mondják le, kérem mondja le, kérem mondják le az időpontomat, lemondanám az időpontot, lemondanám az időpontomat,
    le kell mondanom az időpontot, le kell mondanom az időpontomat, sajnos le kell mondanom az időpontot, időpont lemondása, időpont lemondás, törlés,
    törlöm, töröljék, törölje, törölném, törölni szeretném, szeretném törölni, kérem töröljék, kérem töröljék az időpontomat, kérem törölje az időpontomat,
    töröljék az időpontomat, törölje az időpontomat, szeretném törölni az időpontomat, szeretném törölni az időpontot, visszamondom,
    visszamondom az időpontot, szeretném visszamondani, sztornó, kérem törölni az időpontomat, kérem törölni, nincs időm, már nincs szükségem az időpontra,
    nincs szükségem az időpontra`,
  stop: `
    ne küldjenek több üzenetet, ne küldjenek üzenetet, ne küldjenek sms-t, ne küldjenek több sms-t, ne küldjenek több smst, ne küldjön több üzenetet,
    ne küldjön üzenetet, ne küldjön sms-t, ne küldjön több sms-t, ne küldjetek üzenetet, ne küldjetek több üzenetet, ne küldjetek sms-t,
    ne küldjetek több sms-t, kérem ne küldjenek több üzenetet, kérem ne küldjenek több sms-t, kérem ne küldjenek sms-t, több üzenetet ne, több sms-t ne,
    több üzenetet nem kérek, több sms-t nem kérek, nem kérek több üzenetet, nem kérek üzenetet, nem kérek több sms-t, nem kérek sms-t, nem kérek több smst,
    nem kérek smst, nem kérek több emlékeztetőt, nem szeretnék több üzenetet, nem szeretnék több sms-t, nem szeretnék üzenetet kapni,
    nem szeretnék több üzenetet kapni, nem akarok több üzenetet, nem akarok üzenetet, nem akarok több sms-t, nem akarok sms-t, üzenetek leállítása,
    sms leállítása, sms leállítás, üzenetek kikapcsolása, leiratkozás az üzenetekről, leiratkozás sms, leiratkozás az sms-ekről, leiratkozom az sms-ekről,
    leiratkozom az üzenetekről, sms leiratkozás, sms lemondás, sms lemondása, üzenetek lemondása, elég az üzenetekből, elég az sms-ekből, több smst nem kérek`,
  start: `küldjenek újra üzeneteket, sms újraindítás`,
  help: `segítség`,
  polite: `
    köszönöm, koszonom, köszönöm szépen, nagyon köszönöm, köszi, koszi, köszi szépen, kösz, köszönjük, köszönöm az emlékeztetőt, kérem, kérném,
    legyen szíves, üdvözlettel, üdv, köszönettel, tisztelettel, jó napot, jó napot kívánok, jó reggelt, szia, helló, sziasztok, szép napot,
    további szép napot, viszlát, viszontlátásra`,
  sorry: `sajnos, elnézést, elnézést kérek, bocsánat, bocsi, bocs, sajnálom, nagyon sajnálom, sajnálattal`,
  appointment: `időpont, időpontot, az időpontot, időpontomat, az időpontomat, foglalás, foglalást, a foglalást, foglalásomat, a foglalásomat`,
  messages: `üzenetek, üzenet, üzeneteket, smsek, sms-ek, emlékeztetők, minden üzenet`,
}
