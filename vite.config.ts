import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { clientChunks, ofEveryPage } from './server/client-chunks.ts'
import { sheetsOfParts } from './server/sheets-of-parts.ts'

/** React Email and what it makes plain text with. */
const partsOfMails = [
  'react-email',
  '@react-email/render',
  ...[
    'html-to-text',
    '@selderee/plugin-htmlparser2',
    'selderee',
    'parseley',
    'leac',
    'peberminta',
    'deepmerge',
  ],
  ...[
    'html5parser',
    'htmlparser2',
    'dom-serializer',
    'domhandler',
    'domutils',
    'domelementtype',
    'entities',
  ],
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), sheetsOfParts],
  environments: {
    client: {
      build: {
        modulePreload: {
          resolveDependencies: (_, files) => files.filter((file) => !ofEveryPage.test(file)),
        },
        rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } },
      },
    },
    // In one file: a server that runs while newer builds come may load nothing more from its own, which is removed.
    ssr: {
      // Bundled, because only what is used of them comes along: their index loads a highlighter of program text, Tailwind
      // and Markdown, which cost each start a third of a second.
      resolve: { noExternal: partsOfMails },
      build: { rolldownOptions: { input: './server/app.ts', output: { codeSplitting: false } } },
    },
  },
  // A dependency discovered in the middle of a session makes Vite bundle React twice ("Invalid hook call").
  optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'zod'] },
})
