import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { ssr: { build: { rolldownOptions: { input: './server/app.ts' } } } },
  // A dependency discovered in the middle of a session makes Vite bundle React twice ("Invalid hook call").
  optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'zod'] },
})
