#!/bin/sh
# Run once by the image of PostgreSQL, when it makes the database. The superuser has no password afterwards, so nobody is it over the network.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres <<'SQL'
create role tijdig login createrole password :'password';
create database tijdig owner tijdig;
alter role postgres password null;
SQL
