window.Scalar.createApiReference('#app', {
  url: '/api/v1/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // The reference must never act with its reader's session.
  customFetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
})
