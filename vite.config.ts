import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { clientChunks, ofEveryPage } from './server/client-chunks.ts'
import { sheetsOfParts } from './server/sheets-of-parts.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), sheetsOfParts],
  environments: {
    client: {
      build: {
        modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !ofEveryPage.test(file)) },
        rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } },
      },
    },
    // In one file: a server that runs while newer builds come may load nothing more from its own, which is removed.
    ssr: { build: { rolldownOptions: { input: './server/app.ts', output: { codeSplitting: false } } } },
  },
  // A dependency discovered in the middle of a session makes Vite bundle React twice ("Invalid hook call").
  optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'zod'] },
})
