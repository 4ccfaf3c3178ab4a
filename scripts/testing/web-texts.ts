import { registerHooks } from 'node:module'

// Lets tests without a browser import modules of `web` with texts: the build compiles Lingui's macros away, and here `msg`
// gives the text as it is written.

const macro = `data:text/javascript,${encodeURIComponent(
  'export const msg = (text, ...values) => ({ id: typeof text === "string" ? text : String.raw({ raw: text }, ...values) })',
)}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@lingui/core/macro' ? { url: macro, shortCircuit: true } : next(specifier, context),
})
