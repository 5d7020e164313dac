import { type Config, readConfig } from '../../config/config.ts'
import { loginPassword } from '../../config/login-password.ts'
import { version } from '../../config/version.ts'

function complete(config: Config) {
  const { databaseUrl, appSecret } = config
  if (!databaseUrl)
    throw new Error('DATABASE_URL is missing: the program is started by server/start.ts')
  if (!appSecret)
    throw new Error('APP_SECRET is missing: the program is started by server/start.ts')
  const origin = config.origin ?? `http://${config.host}:${config.port}`
  return {
    ...config,
    databaseUrl,
    appSecret,
    origin,
    version,
    isHttps: origin.startsWith('https:'),
    passwordOf: (login: string) => loginPassword(appSecret, login),
  }
}

/** Read once at start; server/start.ts has added its own settings to the environment. */
export const config = complete(readConfig(process.env))
