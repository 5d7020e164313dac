import type { ShownPicture } from '../../domain/projects/picture.ts'

/** The featured gallery also names the project. */
export type GalleryPicture = ShownPicture & { projectName?: string; slug?: string }
