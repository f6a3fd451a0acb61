// Test key with which PINs and passwords are encrypted for simulated providers. It guards nothing.
// Its public half is in connectors/kit/conformance/simulator-key.ts.

import { constants, createPrivateKey, privateDecrypt } from 'node:crypto';

const privateKey = createPrivateKey(`-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCjSuJqz9KVFnnU
MEJC0RZrd/yRhlgv2H/mkKOFGogpiy6JukCkeTUCn6uM0iUzngn4UHBEA1wbXf0P
S3MzHaiddGVijaPdeoNKeb1jIFavOHxtioZuQVJ/a0OZyo+SbKxGvz/FNnzol151
2oiF8l9SFGg2vUgt9ZpWNwLX8E4MgABTHe6dyD1Q5PFvdpKLYIg45GAInsNZIJQF
fsWmeOXEDUthsTMcV/rSsKtGa4RHAz0CWOGtBapBOwSOoqTmNVI2PZwaRuDNkO4a
fpEy5/ysJ/kVPSd5LSD53SQehIsH2QqmmZGICZuKdWjy27AZcEhKPj7Hmv90iIY+
XhhW00I5AgMBAAECggEAF3tu2P5e4Zq0VVvFQ5eO2lCMbR79MpA3QGBfa4Y3u4Ws
4Rh8MErP4Ts178/OksAw3dkvc9Bp3/Ohrx/iBqFGvLHe3I/S10hFdiHQpt8hKBx+
5D/N+jABnZo+w/B5ugxPr/LTyFgAGXCfIGKXTG/g3kxZ+jk5FobhtXE+wu/nQWuy
EirOWP5A1rqBQv4xaPmNEHvywiLjShK8oZoYWjXGEyVdGcXg/0WdBTvmMHzfhQmX
SdGqaksyohndLN4B3WSq6vKYZ1qZEdP+n1lvBeeWkDIjoljzdgfv0hg+bnqIzVwa
UYh6pHgAqiAzYEXYht8LIo52duyv6LzhfPXJZaSEKQKBgQDNORolN1jrt47Z2d3F
36pOJjjPsG6LbRr1Szf2kcA0lWG5IOlXSiAtK3b/XBrRQ4YOmKBH7eVWbVLEeBEQ
sGtczQngaC1LxME2Uf/KI+/7DpItNexox0XMJTn/pnxfbhYd0/fqYGEtFhUPFPlV
nEB7UdVycsBw/XdFETByIJdKXQKBgQDLseNJFh+8KS76MZw2C8aT+3jwROl8xKzf
RZq0Lli3dY3qeb4ZiC56eE2On3Aj+XL8ec2QcbwxL78JRDYnnTnEhw3bqxCJ9C3d
9yILtFJvAgCNc5jlS117X9je4lmLNF0V0m7oQMet3Rugw3Y/y5PzjZLcIURA0i26
p6LnPhmxjQKBgHLumtzi3VLNrxwEbrZlp7wynbh6573/8YwUfxgA0nLggiUq8GNp
aRHC+NbUX1R5C3fbNFB0Q+8eNK9BStVc6BPF5NUfotZ/L3HbhHRRohGpPGZDf83C
ZC2LX6r0M01CmvJDhuFk7qdQaaTTqzut0VL/Jpn8+BePbB9rHAWeiPwlAoGAONZv
VGJ/AnL/b8LOEuqgQ4SlD247NJxwnHCApYxVJwP/UJEd8WPljDjrc0Ob9/3QDxEx
wf9qgtMO3FgTQGSHzQXeYRBPsh7XeZtO/bMYWW9WliHOZRTthdKN4kuIruYynzcz
yUziKuqKngZMhaqZoxk7BH+n2uqK5g2G0D2sz7UCgYBiBJ6i/uADikkwL3H+gVcY
KQeLvBJJ/+/qnDCeN67AfPpfmd2Q7mtZ4sQGVIu6pLVu7cA7z2NfqLBcyHK2O55h
eUKVQHSnO0rL/X6cqI/ivtIVEOK+zshs09yikCXQjcKsaZV4EpEmcwlVpsQzdkyF
n2WM4Sz8la0kJr96YoPQjw==
-----END PRIVATE KEY-----`);

/**
 * The text behind an RSA value (PKCS#1 v1.5, base64); something else when it was not encrypted with
 * our key.
 */
export function decryptPin(value: string): string {
  try {
    const padding = constants.RSA_PKCS1_PADDING;
    return privateDecrypt({ key: privateKey, padding }, Buffer.from(value, 'base64')).toString();
  } catch {
    return '';
  }
}
