#!/bin/sh
# Makes the folder `secrets` with those that are ours, each in a file with the name of its variable. Add those of your providers, such as
# TIJDIG_SMTP_URL and TIJDIG_TWILIO_AUTH_TOKENS; then, as root, `chown -R 65532:65532 secrets`, so that the user of the image reads them.
set -eu
umask 077
mkdir secrets
cd secrets
openssl rand -hex 24 > first-password
echo "postgres://tijdig:$(cat first-password)@postgres:5432/tijdig" > DATABASE_URL
openssl rand -base64 48 > TIJDIG_SECRET
echo "first:$(openssl rand -base64 32)" > TIJDIG_TOKEN_KEYS
openssl rand -hex 24 > TIJDIG_BOUNCE_TOKENS
