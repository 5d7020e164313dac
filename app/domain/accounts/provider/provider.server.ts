import type { Configuration } from 'openid-client'
import { config } from '../../../platform/config.server.ts'

export type ProviderSettings = NonNullable<typeof config.provider>

/** An OpenID Connect provider through which administrators may sign in. */
export type Provider = { settings: ProviderSettings; client: () => Promise<Configuration> }

const answerSeconds = 10

/** Its addresses and keys are looked up with the first sign-in, and again after a failure. @internal */
export function providerOf(settings: ProviderSettings): Provider {
  let discovered: Promise<Configuration> | null = null
  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import(
      'openid-client'
    )
    const { issuer, clientId, clientSecret } = settings
    const isLoopback = issuer.startsWith('http:')
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: answerSeconds,
      // Checks the signatures of ID tokens too, which the library leaves to TLS by default.
      execute: [enableNonRepudiationChecks, ...(isLoopback ? [allowInsecureRequests] : [])],
    })
  }
  return {
    settings,
    client: async () => {
      discovered ??= discover()
      try {
        return await discovered
      } catch (fault) {
        discovered = null
        throw fault
      }
    },
  }
}

/** The provider of the configuration; null without one. */
export const configuredProvider = config.provider && providerOf(config.provider)

/** The address that a provider must be told to come back to. */
export const providerCallback = `${config.origin}/login/provider/callback`
