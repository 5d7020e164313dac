import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

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

/**
 * What many screens share comes in a few files; the rest the bundler divides itself. A file takes along what its modules
 * import, unless an earlier one has it.
 */
const sharedFiles = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router)\/|vite\/preload-helper/,
  },
  {
    name: 'base',
    test: /app\/(root\.tsx|ui\/(button|icon|icon-paths|picture|layout\/(company-look|count-badge|page-icons|page-title|skip-link|wordmark)|feedback\/(demo-notice|lost-notice|navigation-progress)|connection\/(first-interaction|keep-page|lost-connection)|fields\/(pending-forms|unsaved-input)|styles\/(root|fault))\.(tsx?|css))/,
  },
  {
    name: 'site',
    test: /app\/(site\/(layout|pages|projects|parts\/(defer-part|queue-clicks|head|pause-button|use-autoplay)|session\/visitor)|domain\/company\/company|ui\/layout\/site-header)\.(tsx?|css)/,
  },
  { name: 'values', test: /app\/values\/(calendar-date|counted|money|percent|relative-time)\.ts/ },
  {
    name: 'notices',
    test: /app\/ui\/(icon-button|all-icon-paths|feedback\/(alert|show-toast|toaster))\.tsx?/,
  },
  {
    name: 'form',
    test: /app\/ui\/(connection\/(use-passkey-support|use-script)|fields\/(form|submit-button|unanswered))\.tsx?/,
  },
  { name: 'fields', test: /app\/ui\/fields\/(text|textarea|select|checkbox|password)-field\.tsx/ },
  {
    name: 'frame',
    test: /app\/ui\/(badge|day|feedback\/(area-fault|progress)|connection\/live-updates|layout\/(page-head|panel|shell))\.tsx?/,
  },
  { name: 'portal', test: /app\/(portal\/(paths|parts\/(labels|portal-link))|ui\/amount)\.tsx?/ },
  {
    name: 'portal-parts',
    test: /app\/(portal\/(offline|parts\/(?!sheet))|domain\/investment-requests\/request)/,
    minShareCount: 2,
  },
  {
    name: 'lists',
    test: /app\/ui\/(download-link|layout\/(dialog-link|pagination|table)|fields\/(search-form|search-params))\.tsx?/,
  },
  {
    name: 'paying',
    test: /app\/(ui\/(copy-button|how-to-pay)|domain\/investments\/(investment|payment-methods)|values\/(exchange-rate|how-to-pay|mpesa-limits|payment-account))\.tsx?/,
  },
  {
    name: 'plans',
    test: /app\/(ui\/(plan-lines|reminders-panel|schedule)|domain\/(payment-plans\/(due-words|plan-state)|projects\/milestone|verification\/verification-item)|values\/reminder)\.tsx?/,
  },
  {
    name: 'papers',
    test: /app\/(domain\/documents\/document(-file)?|values\/(bytes|folded|typed-text))\.ts/,
  },
  {
    name: 'office-lists',
    test: /app\/(office\/(investors\/invitation-labels|parts\/(export-link|icon-link|list-sum|of-investor|project-filter|use-access))|ui\/(fields\/(filter-select|param-select|sort-select)|layout\/stat))\.tsx?/,
  },
  { name: 'screens', test: /app\/ui\//, minShareCount: 20 },
].map((group, index, groups) => ({ ...group, priority: groups.length - index }))

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        // What every page has is there before a part asks for it.
        modulePreload: {
          resolveDependencies: (_file, needed) =>
            needed.filter((path) => !/\/(react|base|rolldown-runtime)-/.test(path)),
        },
        rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } },
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
