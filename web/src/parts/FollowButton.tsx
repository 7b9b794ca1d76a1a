// Follows an element and everything below it, or follows it no more.
import { ActionIcon, Tooltip } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { BellPlus, BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFollowing } from "@/api/notices";

export function FollowButton({ id }: { id: string }) {
  const { t } = useTranslation("notices");
  const { follows, change } = useFollowing(id);
  const changing = useMutation({ mutationFn: change });
  const label = t(follows ? "unfollow" : "follow");
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={follows ?? false}
        loading={changing.isPending}
        disabled={follows === undefined}
        onClick={() => changing.mutate()}
      >
        {follows ? <BellRing size={17} /> : <BellPlus size={17} />}
      </ActionIcon>
    </Tooltip>
  );
}
