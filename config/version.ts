import manifest from '../package.json' with { type: 'json' }

/** The version of this program by Semantic Versioning 2.0.0, such as `1.0.0`. */
export const { version } = manifest
