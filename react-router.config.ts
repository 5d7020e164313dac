import type { Config } from '@react-router/dev/config'

/** `BUILD_DIR` is set by server/build/build.ts, which builds next to what is being served and swaps at the end. */
export default {
  ssr: true,
  buildDirectory: process.env.BUILD_DIR ?? 'build/plain',
} satisfies Config
