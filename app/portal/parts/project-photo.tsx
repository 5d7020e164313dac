import type { ShownPicture } from '../../domain/projects/picture.ts'
import { Icon } from '../../ui/icon.tsx'
import { DecorativePicture } from './deferred-picture.tsx'

/** Decorative, because the project's name is next to it. */
export function ProjectPhoto({ cover }: { cover: ShownPicture | null }) {
  return (
    <div className="grid size-16 flex-none place-items-center overflow-hidden rounded-[6px] bg-track text-muted @max-xl/main:size-14">
      <DecorativePicture
        source={cover}
        sizes="4rem"
        className="size-full object-cover"
        instead={<Icon name="projects" />}
      />
    </div>
  )
}
