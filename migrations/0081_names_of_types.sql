-- The types that every holder has bear a name in each language that an app speaks. Also called when the demo starts anew, because that empties the table.
create or replace function add_global_appointment_types() returns void
language sql
as $$
  insert into appointment_type (platform_holder_id, id, name, duration_minutes, recipient_actions, color)
  select '00000000-0000-0000-0000-000000000000', t.id::uuid, t.name::jsonb, t.minutes,
    '{"confirm": true, "cancelRequest": true, "rescheduleRequest": true, "deadline": null}', t.color
  from (values
    ('00000000-0000-7000-8000-000000000001', '{
      "nl": "Afspraak", "en": "Appointment", "es": "Cita", "zh-Hans": "预约", "zh-Hant": "預約",
      "hi": "अपॉइंटमेंट", "ar": "موعد", "fr": "Rendez-vous", "pt": "Agendamento", "bn": "অ্যাপয়েন্টমেন্ট",
      "ru": "Запись", "ur": "اپائنٹمنٹ", "id": "Janji temu", "de": "Termin", "ja": "予約",
      "tr": "Randevu", "vi": "Lịch hẹn", "ko": "예약", "fa": "نوبت", "sw": "Miadi",
      "ta": "சந்திப்பு", "pa-Guru": "ਅਪਾਇੰਟਮੈਂਟ", "bg": "Час", "hr": "Termin", "cs": "Termín",
      "da": "Aftale", "et": "Broneering", "fi": "Varaus", "el": "Ραντεβού", "hu": "Időpont",
      "ga": "Coinne", "it": "Appuntamento", "lv": "Pieraksts", "lt": "Vizitas", "mt": "Appuntament",
      "pl": "Wizyta", "ro": "Programare", "sk": "Termín", "sl": "Termin", "sv": "Bokning",
      "pap-CW": "Sita", "pap-AW": "Cita", "pap-BQ": "Sita"}', 30, '#2F6FDE'),
    ('00000000-0000-7000-8000-000000000002', '{
      "nl": "Eerste afspraak", "en": "First appointment", "es": "Primera cita", "zh-Hans": "首次预约", "zh-Hant": "首次預約",
      "hi": "पहला अपॉइंटमेंट", "ar": "الموعد الأول", "fr": "Premier rendez-vous", "pt": "Primeiro agendamento", "bn": "প্রথম অ্যাপয়েন্টমেন্ট",
      "ru": "Первая запись", "ur": "پہلی اپائنٹمنٹ", "id": "Janji temu pertama", "de": "Ersttermin", "ja": "初回の予約",
      "tr": "İlk randevu", "vi": "Lịch hẹn đầu tiên", "ko": "첫 예약", "fa": "نوبت اول", "sw": "Miadi ya kwanza",
      "ta": "முதல் சந்திப்பு", "pa-Guru": "ਪਹਿਲੀ ਅਪਾਇੰਟਮੈਂਟ", "bg": "Първи час", "hr": "Prvi termin", "cs": "První termín",
      "da": "Første aftale", "et": "Esmane broneering", "fi": "Ensimmäinen varaus", "el": "Πρώτο ραντεβού", "hu": "Első időpont",
      "ga": "An chéad choinne", "it": "Primo appuntamento", "lv": "Pirmais pieraksts", "lt": "Pirmas vizitas", "mt": "L-ewwel appuntament",
      "pl": "Pierwsza wizyta", "ro": "Prima programare", "sk": "Prvý termín", "sl": "Prvi termin", "sv": "Första bokningen",
      "pap-CW": "Promé sita", "pap-AW": "Prome cita", "pap-BQ": "Promé sita"}', 45, '#2E8B57'),
    ('00000000-0000-7000-8000-000000000003', '{
      "nl": "Vervolgafspraak", "en": "Follow-up appointment", "es": "Cita de seguimiento", "zh-Hans": "后续预约", "zh-Hant": "後續預約",
      "hi": "फ़ॉलो-अप अपॉइंटमेंट", "ar": "موعد متابعة", "fr": "Rendez-vous de suivi", "pt": "Agendamento de acompanhamento", "bn": "ফলো-আপ অ্যাপয়েন্টমেন্ট",
      "ru": "Повторная запись", "ur": "فالو اپ اپائنٹمنٹ", "id": "Janji temu lanjutan", "de": "Folgetermin", "ja": "2回目以降の予約",
      "tr": "Takip randevusu", "vi": "Lịch hẹn theo dõi", "ko": "후속 예약", "fa": "نوبت پیگیری", "sw": "Miadi ya ufuatiliaji",
      "ta": "தொடர் சந்திப்பு", "pa-Guru": "ਫਾਲੋ-ਅੱਪ ਅਪਾਇੰਟਮੈਂਟ", "bg": "Последващ час", "hr": "Kontrolni termin", "cs": "Následný termín",
      "da": "Opfølgende aftale", "et": "Korduv broneering", "fi": "Seurantavaraus", "el": "Επαναληπτικό ραντεβού", "hu": "Kontrollidőpont",
      "ga": "Coinne leantach", "it": "Appuntamento di controllo", "lv": "Atkārtots pieraksts", "lt": "Pakartotinis vizitas", "mt": "Appuntament ta’ segwitu",
      "pl": "Wizyta kontrolna", "ro": "Programare de control", "sk": "Následný termín", "sl": "Kontrolni termin", "sv": "Uppföljande bokning",
      "pap-CW": "Sita di siguimentu", "pap-AW": "Cita di siguimento", "pap-BQ": "Sita di siguimentu"}', 20, '#B8860B')
  ) t(id, name, minutes, color)
  on conflict (platform_holder_id, id) do update set name = excluded.name
$$;
select add_global_appointment_types();
