import { Icon } from '../../ui/icon.tsx'

export function ChatLink({ whatsapp, className }: { whatsapp: string; className?: string }) {
  return (
    <aside aria-label="Chat" className={className}>
      <a
        href={`https://wa.me/${whatsapp}`}
        aria-label="Chat with us on WhatsApp"
        className="fixed right-(--gutter) bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-40 grid size-14 place-items-center rounded-full bg-[oklch(0.47_0.10_156)] text-on-forest shadow-[0_0_0_1px_oklch(1_0_0/0.18),0_6px_20px_oklch(0.2_0.02_160/0.28)] transition-transform hover:-translate-y-0.5 focus-visible:rounded-full lg:right-1 lg:bottom-6 2xl:right-6"
      >
        <Icon name="chat" className="size-7" />
      </a>
    </aside>
  )
}
