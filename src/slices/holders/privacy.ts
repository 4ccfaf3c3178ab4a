import type { TablePrivacy } from '#/kernel/privacy.ts'

export const holdersPrivacy: readonly TablePrivacy[] = [
  {
    table: 'platform_holder',
    // Its name, zone, languages and places, and whether it is active.
    readers: [
      'access',
      'app',
      'appointments',
      'billing',
      'deletion-requests',
      'kernel',
      'onboarding',
      'recipient-requests',
      'recipient-sign-in',
      'reminders',
      'replies',
      'report',
      'suggestions',
<<<<<<< HEAD
      'webhooks',
=======
      'test-inbox',
>>>>>>> 2a6202a9c4caa86c76fefbc8faac778826b39632
    ],
    fields: {
      personal: [
        'billing_email',
        'communication_inbox_email',
        'financial_contact_name',
        'financial_contact_phone_number',
        'general_contact_name',
        'whatsapp_number',
      ],
      other: [
        'default_locale',
        'default_timezone',
        'display_name',
        'legal_name',
        'headquarters_address_line1',
        'headquarters_country_code',
        'headquarters_place',
        'headquarters_postal_code',
        'registration_country_code',
        'registration_number',
        'tax_number',
        'social_facebook',
        'social_instagram',
        'social_linked_in',
        'website_url',
        'scheduling_setup',
      ],
    },
    retention: { until: 'the holder is deleted', endedBy: 'the holder, who changes its profile' },
    erasure: { none: 'of the holder' },
    copy: { none: 'of the holder' },
  },
]
