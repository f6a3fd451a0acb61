// Secrets of our accounts at the simulated providers, as the catalogue and the routing of SMS name
// them in `${NAME}`. They open nothing but the simulator, whose PROTOCOL.md files list them.

export const simulatorAccounts: { readonly [name: string]: string } = {
  SIMULATOR_AIRTEL_PIN: '4321',
  SIMULATOR_AIRTEL_SECRET: 'sandbox-airtel-secret',
  SIMULATOR_DT_ONE_SECRET: 'dtone-sandbox-secret',
  SIMULATOR_INFOBIP_KEY: 'sandbox-infobip-key',
  SIMULATOR_MTN_COLLECTION_KEY: 'sandbox-collection-subscription-key',
  SIMULATOR_MTN_DISBURSEMENT_KEY: 'sandbox-disbursement-subscription-key',
  SIMULATOR_MTN_SECRET: 'sandbox-mtn-momo-api-key',
  SIMULATOR_ORANGE_MERCHANT_KEY: 'sandbox-merchant-key',
  SIMULATOR_ORANGE_SECRET: 'sandbox-webpay-secret',
  SIMULATOR_RELOADLY_SECRET: 'reloadly-sandbox-secret',
  SIMULATOR_STRIPE_KEY: 'sk_test_simulator',
  SIMULATOR_STRIPE_WEBHOOK_SECRET: 'whsec_simulator',
  SIMULATOR_WAVE_KEY: 'wave_sn_test_AeV5rT4g2sXyQ1',
  SIMULATOR_WAVE_NOTICE_SECRET: 'wave_sn_WHS_test_secret',
};
