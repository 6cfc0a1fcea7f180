import { useEffect, useRef } from "preact/hooks";

/** A place that tells, once, that it came on screen. Within what scrolls, behind another tab or not displayed it is not. */
export function Seen({ onSeen }: { onSeen: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const mark = place.current;
    if (mark === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onSeen();
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [onSeen]);
  return <span ref={place} class="seen" />;
}
