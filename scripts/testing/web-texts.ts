import { registerHooks } from 'node:module'

// Lets tests without a browser import modules of `web` with texts: the build compiles Lingui's macros away, and here `msg`
// gives the text as it is written.

const macro = `data:text/javascript,${encodeURIComponent(
  'export const msg = (text, ...values) => ({ id: typeof text === "string" ? text : String.raw({ raw: text }, ...values) })',
)}`

// Hooks stand beside texts in some modules; none is called here.
const hooks = `data:text/javascript,${encodeURIComponent('export const useLingui = null')}`

const urls: Readonly<Record<string, string>> = { '@lingui/core/macro': macro, '@lingui/react/macro': hooks }

registerHooks({
  resolve: (specifier, context, next) => {
    const url = urls[specifier]
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true }
  },
})
