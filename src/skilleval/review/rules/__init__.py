"""Our own rules, one file each. A rule's docstring is its page; `docs/rules/` is generated from it.

To add one: write the file, list it here, add a hit and a clean bundle under `tests/data/bundles/<id>/`.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from skilleval.domain.finding import Finding
from skilleval.review.page import Page
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule
from skilleval.review.rules import (
    active_document,
    agent_config_write,
    agent_settings,
    archive_content,
    arithmetic_decoder,
    ask_for_secret,
    autostart,
    broad_tools,
    broken_address,
    certificate_checks_off,
    cloud_metadata,
    collector_host,
    committed_secret,
    concealment,
    container_escape,
    contradicting_file,
    conversation_sent,
    credential_files,
    data_sent_away,
    deceived_user,
    deceptive_name,
    decode_to_shell,
    decoded_then_run,
    displaced_tools,
    dns_exfiltration,
    download_then_run,
    encoded_command,
    encoded_powershell,
    environment_dump,
    false_authority,
    falsified_results,
    foreign_order,
    git_hooks,
    git_push_elsewhere,
    greedy_description,
    hidden_comment,
    hidden_promotion,
    hidden_text,
    history_rewrite,
    image_beacon,
    injection_classifier,
    install_from_elsewhere,
    instruction_overlay,
    lifecycle_script,
    living_off_the_land,
    lookalike_package,
    lookalike_words,
    misled_agents,
    not_read,
    opaque_blob,
    opened_door,
    outward_link,
    override_instructions,
    password_archive,
    paste_host,
    paste_into_terminal,
    payment_redirected,
    permission_bypass,
    pipe_to_shell,
    plain_http,
    poisoned_memory,
    preloaded_code,
    prerequisite_download,
    presumed_consent,
    program_file,
    pushed_out_of_sight,
    raised_rights,
    raw_address,
    remote_instructions,
    remote_server,
    resource_abuse,
    reverse_shell,
    riddled_order,
    sabotage,
    secret_to_address,
    secrets_leave,
    security_switched_off,
    self_spreading,
    self_update,
    shell_profile,
    short_link,
    skip_confirmation,
    split_command,
    spread_download,
    spread_payload,
    spying,
    ssh_access,
    terminal_escapes,
    time_bomb,
    tool_poisoning,
    unknown_binary,
    unowned,
    unpinned_run,
    upload_of_local_data,
    wallet_search,
    weakened_protection,
    wide_delete,
    wide_scope,
    wipe_disk,
    workflow_trust,
)


class PageRule(Protocol):
    """A rule that looks at one page at a time."""

    RULE: Rule

    def review(self, page: Page) -> Iterator[Hit]:
        """Yield the places where the rule holds."""


class SkillRule(Protocol):
    """A rule that looks at all files of a skill together."""

    RULE: Rule

    def review(self, reading: Reading) -> Iterator[Hit]:
        """Yield the places where the rule holds."""


class ComboRule(Protocol):
    """A rule that builds on what the others found in the skill."""

    RULE: Rule

    def review_with(self, reading: Reading, found: Sequence[Finding]) -> Iterator[Hit]:
        """Yield the places where the rule holds."""


PAGE_RULES: tuple[PageRule, ...] = (
    foreign_order,
    self_spreading,
    misled_agents,
    time_bomb,
    conversation_sent,
    broken_address,
    unowned,
    deceived_user,
    preloaded_code,
    spying,
    agent_config_write,
    agent_settings,
    arithmetic_decoder,
    ask_for_secret,
    autostart,
    broad_tools,
    certificate_checks_off,
    cloud_metadata,
    collector_host,
    committed_secret,
    concealment,
    container_escape,
    credential_files,
    decode_to_shell,
    decoded_then_run,
    dns_exfiltration,
    download_then_run,
    encoded_command,
    encoded_powershell,
    environment_dump,
    false_authority,
    git_hooks,
    git_push_elsewhere,
    greedy_description,
    hidden_comment,
    hidden_text,
    history_rewrite,
    image_beacon,
    injection_classifier,
    install_from_elsewhere,
    instruction_overlay,
    lifecycle_script,
    living_off_the_land,
    lookalike_package,
    lookalike_words,
    opaque_blob,
    override_instructions,
    password_archive,
    paste_host,
    paste_into_terminal,
    permission_bypass,
    pipe_to_shell,
    plain_http,
    poisoned_memory,
    prerequisite_download,
    pushed_out_of_sight,
    raised_rights,
    raw_address,
    remote_instructions,
    remote_server,
    reverse_shell,
    sabotage,
    secret_to_address,
    security_switched_off,
    self_update,
    shell_profile,
    short_link,
    skip_confirmation,
    split_command,
    ssh_access,
    terminal_escapes,
    tool_poisoning,
    unpinned_run,
    upload_of_local_data,
    wallet_search,
    wide_delete,
    wide_scope,
    wipe_disk,
    workflow_trust,
    displaced_tools,
    falsified_results,
    hidden_promotion,
    opened_door,
    payment_redirected,
    presumed_consent,
    resource_abuse,
    riddled_order,
    weakened_protection,
)
SKILL_RULES: tuple[SkillRule, ...] = (
    active_document,
    archive_content,
    contradicting_file,
    data_sent_away,
    deceptive_name,
    not_read,
    outward_link,
    program_file,
    spread_download,
    spread_payload,
    unknown_binary,
)
COMBO_RULES: tuple[ComboRule, ...] = (secrets_leave,)
RULES: tuple[Rule, ...] = (
    *(module.RULE for module in PAGE_RULES),
    *(module.RULE for module in SKILL_RULES),
    *(module.RULE for module in COMBO_RULES),
)
