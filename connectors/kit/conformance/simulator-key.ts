// Public half of the key with which PINs and passwords go out to simulated providers
// (simulator/src/core/pin-key.ts).

export const simulatorPublicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAo0rias/SlRZ51DBCQtEW
a3f8kYZYL9h/5pCjhRqIKYsuibpApHk1Ap+rjNIlM54J+FBwRANcG139D0tzMx2o
nXRlYo2j3XqDSnm9YyBWrzh8bYqGbkFSf2tDmcqPkmysRr8/xTZ86JdeddqIhfJf
UhRoNr1ILfWaVjcC1/BODIAAUx3uncg9UOTxb3aSi2CIOORgCJ7DWSCUBX7Fpnjl
xA1LYbEzHFf60rCrRmuERwM9AljhrQWqQTsEjqKk5jVSNj2cGkbgzZDuGn6RMuf8
rCf5FT0neS0g+d0kHoSLB9kKppmRiAmbinVo8tuwGXBISj4+x5r/dIiGPl4YVtNC
OQIDAQAB
-----END PUBLIC KEY-----`;
