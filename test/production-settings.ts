/** Stands for each secret of the set-up; no output may show it. */
export const secret = 'not-to-be-shown-0123456789-0123456789'

/** A production set-up without a fault. */
export const production: Readonly<Record<string, string>> = {
  TIJDIG_ENVIRONMENT: 'production',
  DATABASE_URL: `postgres://tijdig:${secret}@127.0.0.1:1/tijdig`,
  TIJDIG_SECRET: secret,
  TIJDIG_BASE_URL: 'https://afspraken.example',
  TIJDIG_TWILIO_ACCOUNT_SID: secret,
  TIJDIG_TWILIO_AUTH_TOKENS: secret,
  TIJDIG_LOGIN_URL: 'https://aanmelden.example',
  TIJDIG_TRUSTED_PROXIES: 'none',
  TIJDIG_SMS_SENDER: '+31612345678',
  TIJDIG_SMTP_URL: `smtps://user:${secret}@mail.example`,
  TIJDIG_MAIL_FROM: 'afspraken@praktijk.example',
  TIJDIG_BOUNCE_DOMAIN: 'bounces.praktijk.example',
  TIJDIG_BOUNCE_TOKENS: secret,
  TIJDIG_TOKEN_KEYS: `a:${Buffer.alloc(32, secret).toString('base64')}`,
}
