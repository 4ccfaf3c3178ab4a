import type { ReplyWords } from '#/messages/replies/reply-words.ts'

export const lv: ReplyWords = {
  yes: `
    jā, ja, jaa, jā jā, jap, jep, labi, ļoti labi, der, man der, tas der, derēs, protams, noteikti, pilnīgi noteikti, piekrītu, esmu ar mieru, apstiprinu,
    apstiprināts, apstiprinu vizīti, apstiprinu pierakstu, skaidrs, kārtībā, viss kārtībā, super, lieliski, okei, oki, sarunāts, norunāts, jo, būšu,
    es būšu, jā būšu, jā es būšu, būsim, mēs būsim, ieradīšos, ierodos, es ieradīšos, ieradīsimies, nākšu, es nākšu, nāku, atnākšu, es atnākšu, atbraukšu,
    es atbraukšu, braukšu, varu, es varu, varu atnākt, varu ierasties, uz tikšanos, līdz tikšanās, tiksimies, tad tiksimies, būšu klāt, tiekamies, nāksim,
    esmu klāt, laiks der`,
  no: `
    nē, ne, nē paldies, diemžēl nē, nē diemžēl, nevaru, es nevaru, diemžēl nevaru, nevarēšu, es nevarēšu, diemžēl nevarēšu, es diemžēl nevarēšu,
    nevarēšu atnākt, nevaru atnākt, es nevaru atnākt, es nevarēšu atnākt, nevarēšu ierasties, nevaru ierasties, es nevarēšu ierasties, es nevaru ierasties,
    diemžēl nevarēšu ierasties, diemžēl nevaru ierasties, diemžēl nevarēšu atnākt, diemžēl nevaru atnākt, es diemžēl nevarēšu ierasties, nebūšu, es nebūšu,
    diemžēl nebūšu, nenākšu, es nenākšu, neieradīšos, es neieradīšos, diemžēl neieradīšos, neatnākšu, es neatnākšu, neder, man neder, nesanāk, nesanāks,
    diemžēl nesanāks, nevarēsim, nebūsim, netieku, netikšu, atcelt, atceliet, atceļu, atcelts, atcelšana, vēlos atcelt, gribu atcelt, es vēlos atcelt,
    es gribu atcelt, vēlētos atcelt, jāatceļ, man jāatceļ, diemžēl jāatceļ, atteikties, atsakos, es atsakos, vēlos atteikties, gribu atteikties, atteikums,
    atteikt, atsaku, vēlos atcelt vizīti, vēlos atcelt pierakstu, gribu atcelt vizīti, gribu atcelt pierakstu, gribu atcelt savu vizīti,
    gribu atcelt savu pierakstu, vēlos atcelt savu vizīti, vēlos atcelt savu pierakstu, atceliet vizīti, atceliet pierakstu, atceliet manu vizīti,
    atceliet manu pierakstu, atcelt vizīti, atcelt pierakstu, atsakos no vizītes, atsakos no pieraksta, vēlos atteikt vizīti, gribētu atcelt,
    gribētu atcelt vizīti, vēlētos atcelt vizīti, nevarēšu būt, man nav laika, nav laika, vizīte vairs nav vajadzīga, rīt nevaru, rīt nevarēšu,
    rīt nevarēšu ierasties, rīt nebūšu, nevaru rīt, nevarēšu rīt ierasties, šodien nevaru, šodien nevarēšu, šodien nevarēšu ierasties, šodien nebūšu`,
  stop: `
    vairs nesūtiet īsziņas, vairs nesūtiet ziņas, nesūtiet īsziņas, nesūtiet man īsziņas, nesūtiet ziņas, nesūtiet man ziņas, nesūtiet vairs īsziņas,
    nesūtiet vairs ziņas, lūdzu nesūtiet īsziņas, vairāk nesūtiet īsziņas, vairs nesūtiet sms, nesūtiet sms, nesūtiet man sms, nesūtiet vairs sms,
    nevēlos īsziņas, nevēlos saņemt īsziņas, nevēlos saņemt ziņas, vairs nevēlos saņemt īsziņas, vairs nevēlos īsziņas, nevēlos vairs saņemt īsziņas,
    negribu īsziņas, negribu vairs īsziņas, negribu saņemt īsziņas, vairs nekādu īsziņu, nekādu īsziņu, beigt īsziņas, beigt sms, pārtraukt īsziņas,
    pārtraukt sms, pārtraukt ziņas, pārtrauciet īsziņas, pārtrauciet sūtīt īsziņas, pārtrauciet sūtīt ziņas, pārtrauciet sūtīt sms, beidziet sūtīt īsziņas,
    beidziet sūtīt ziņas, beidziet sūtīt sms, atteikties no īsziņām, atteikties no ziņām, atteikties no sms, atsakos no īsziņām, atsakos no sms,
    nevēlos vairs saņemt sms, vairs nevēlos saņemt sms, nevēlos vairs īsziņas`,
  start: `sūtiet atkal īsziņas, sākt īsziņas`,
  help: `palīdzība, palīgā`,
  polite: `
    paldies, liels paldies, paldies jums, paldies par atgādinājumu, lūdzu, ludzu, ar cieņu, labdien, sveiki, labrīt, labvakar, jauku dienu, visu labu,
    pateicos, uz redzēšanos, čau`,
  sorry: `diemžēl, atvainojiet, piedodiet, atvainojos, žēl, ļoti žēl`,
  appointment: `vizīte, vizīti, savu vizīti, manu vizīti, pieraksts, pierakstu, savu pierakstu, manu pierakstu`,
  messages: `ziņas, ziņu, īsziņas, atgādinājumi, visas ziņas, sms ziņas`,
}
