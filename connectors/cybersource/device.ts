// What EMV 3-D Secure asks of a browser, in CyberSource's names.

import type { BrowserData } from '@jokko/connectors/kit';

export function deviceInformation(browser: BrowserData): object {
  return {
    ipAddress: browser.ip,
    httpAcceptContent: browser.acceptHeader,
    userAgentBrowserValue: browser.userAgent,
    httpBrowserLanguage: browser.language,
    httpBrowserJavaEnabled: browser.javaEnabled ? 'Y' : 'N',
    httpBrowserJavaScriptEnabled: 'Y',
    httpBrowserColorDepth: String(browser.colorDepth),
    httpBrowserScreenHeight: String(browser.screenHeight),
    httpBrowserScreenWidth: String(browser.screenWidth),
    httpBrowserTimeDifference: String(browser.timeZoneOffset),
  };
}
