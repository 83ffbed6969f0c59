#!/bin/sh
# Makes the certificates of the TLS tests anew, next to this file. They are valid for a hundred years, but for the expired one.
# The password protects nothing: these keys are public.
set -eu
cd "$(dirname "$0")"
rm -f ./*.p12 ./*.pem
authority() {
  keytool -genkeypair -keystore "$1.p12" -storepass changeit -alias it -keyalg EC -groupname secp256r1 \
    -dname "CN=$2,O=Tests" -ext bc:c=ca:true -ext ku:c=keyCertSign -startdate 2020/01/01 -validity 36500
  keytool -exportcert -rfc -keystore "$1.p12" -storepass changeit -alias it -file "$1.pem"
}
server() { # name, subject, alternative names, start, days
  keytool -genkeypair -keystore "$1.p12" -storepass changeit -alias it -keyalg EC -groupname secp256r1 \
    -dname "CN=$2,O=Tests" -validity 1
  keytool -certreq -keystore "$1.p12" -storepass changeit -alias it |
    keytool -gencert -rfc -keystore authority.p12 -storepass changeit -alias it \
      -ext "san=$3" -ext eku=serverAuth -startdate "$4" -validity "$5" > "$1.pem"
  cat authority.pem >> "$1.pem"
  keytool -importcert -noprompt -keystore "$1.p12" -storepass changeit -alias it -file "$1.pem"
  rm "$1.pem"
}
authority authority "Test Authority"
authority stranger "Some Other Authority"
server vcenter "vcenter" "ip:127.0.0.1,ip:::1,dns:localhost" 2020/01/01 36500
server elsewhere "elsewhere" "dns:elsewhere.example.com" 2020/01/01 36500
server expired "expired" "ip:127.0.0.1,dns:localhost" 2020/01/01 30
rm stranger.p12 authority.p12
